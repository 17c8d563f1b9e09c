/** What a click in the preview makes of a question. */
import { type Kind, kindOf } from './operators.ts';
import {
  type Filter,
  isGroup,
  type Measure,
  type Question,
  type Shown,
  type Sort,
  shownColumns,
  type TableColumn,
} from './question.ts';

/** Only rows that have this value; undefined if no filter can say so. Null: the cell is empty. */
export function filterBy({ name, type }: TableColumn, value: string | null): Filter | undefined {
  if (value === null) return { column: name, operator: 'isEmpty', values: [] };
  const say = byValue[kindOf(type)];
  return say && { column: name, ...say(value) };
}

type Said = Pick<Filter, 'operator' | 'values'>;

const byValue: Readonly<Partial<Record<Kind, (value: string) => Said>>> = {
  text: (value) => ({ operator: 'is', values: [value] }),
  mixed: (value) => ({ operator: 'is', values: [value] }),
  number: (value) => ({ operator: 'equals', values: [value] }),
  date: (value) => ({ operator: 'on', values: [value.slice(0, 10)] }),
  boolean: (value) => ({ operator: value === 'true' ? 'isTrue' : 'isFalse', values: [] }),
};

/** Besides all that is filtered already: what matches any of some filters must match the new one, too. */
export function withFilter(question: Question, filter: Filter): Question {
  const { filters, match } = question;
  if (filters.some((item) => JSON.stringify(item) === JSON.stringify(filter))) return question;
  const single = filters.flatMap((item) => (isGroup(item) ? [] : [item]));
  const isWrapped = match === 'any' && filters.length > 1 && single.length === filters.length;
  if (isWrapped) return { ...question, match: 'all', filters: [{ match, filters: single }, filter] };
  return { ...question, match: filters.length < 2 ? 'all' : match, filters: [...filters, filter] };
}

/** One way, the other way, not at all. Of what was calculated the largest come first. */
export function withSort(question: Question, column: string): Question {
  const { shown, sort } = question;
  const isDescendingFirst = 'by' in shown && !shown.by.includes(column);
  const now = sort.find((each) => each.column === column)?.isDescending;
  const next: readonly Sort[] =
    now === undefined || now === isDescendingFirst
      ? [{ column, isDescending: now === undefined ? isDescendingFirst : !now }]
      : [];
  return { ...question, sort: next };
}

/** What can no longer be sorted by is not. */
export function withShown(question: Question, shown: Shown): Question {
  const possible = shownColumns(shown);
  const sort =
    'by' in shown ? question.sort.filter(({ column }) => possible.includes(column)) : question.sort;
  return { ...question, shown, sort };
}

/** The first one that is offered: a sum, if there is something to add up. */
export function firstMeasure(columns: readonly TableColumn[]): Measure {
  const number = columns.find(({ type }) => kindOf(type) === 'number');
  return number ? { name: 'sum', column: number.name } : { name: 'count' };
}

const isoDay = /^\d{4}-\d\d-\d\d(?:$|[T ])/;

/** Columns of text in which all cells that are seen are days. */
export function withDays(
  columns: readonly TableColumn[],
  seen: { readonly columns: readonly TableColumn[]; readonly rows: readonly (readonly (string | null)[])[] },
): readonly TableColumn[] {
  return columns.map((column) => {
    const at = column.type === 'string' ? seen.columns.findIndex(({ name }) => name === column.name) : -1;
    const cells = at === -1 ? [] : seen.rows.flatMap((row) => row[at] || []);
    const isDay = cells.length > 0 && cells.every((cell) => isoDay.test(cell));
    return isDay ? { ...column, type: 'date' } : column;
  });
}
