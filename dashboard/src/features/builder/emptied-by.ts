/** Why a question has no rows: its filters are tried one by one, and one after the other, in one statement. */
import { isComplete, operators } from './operators.ts';
import { type Filter, type FilterGroup, isGroup, type Question, type TableColumn } from './question.ts';
import { writtenFilters } from './write-sql.ts';

/** More are not tried. */
const mostTried = 20;
const longestText = 120;

/** Undefined: no filter can be the reason. Its row has first each filter alone, then those up to each one. */
export function emptiedSql(question: Question, columns: readonly TableColumn[]): string | undefined {
  const items = triedItems(question, columns);
  const some = (of: readonly (Filter | FilterGroup)[], name: string): string =>
    `EXISTS(SELECT 1 FROM service_table WHERE ${writtenFilters(of, 'all', columns)}) AS ${name}`;
  const alone = items.map((item, at) => some([item], `alone_${at}`));
  const upTo = items.map((_, at) => some(items.slice(0, at + 1), `up_to_${at}`));
  return items.length === 0 ? undefined : `SELECT ${[...alone, ...upTo].join(', ')}`;
}

/** In words, by the row that the statement gave. */
export function emptiedText(
  question: Question,
  columns: readonly TableColumn[],
  row: readonly (string | null)[],
): string | undefined {
  const items = triedItems(question, columns);
  if (question.match === 'any' && items.length > 1) return 'No row matches any of the filters.';
  const alone = items.find((_, at) => row[at] === '0');
  if (alone) return `No row matches the filter ${itemText(alone)}.`;
  const last = items.find((_, at) => row[items.length + at] === '0');
  return last && `No row is left after the filter ${itemText(last)}.`;
}

function triedItems({ filters }: Question, columns: readonly TableColumn[]) {
  return filters.filter((item) => writtenFilters([item], 'all', columns) !== '').slice(0, mostTried);
}

function itemText(item: Filter | FilterGroup): string {
  const text = isGroup(item)
    ? item.filters
        .filter(isComplete)
        .map(filterText)
        .join(item.match === 'any' ? ' or ' : ' and ')
    : filterText(item);
  return `“${text.length > longestText ? `${text.slice(0, longestText)}…` : text}”`;
}

function filterText({ column, operator, values }: Filter): string {
  return [column, operators[operator].label, values.join(operator === 'isOneOf' ? ', ' : ' and ')]
    .join(' ')
    .trim();
}
