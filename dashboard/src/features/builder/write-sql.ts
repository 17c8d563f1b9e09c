/** A question as one SELECT, always in the same words; what is incomplete is left out. */
import { isComplete, kindOf, type Literal, literalOf, type Operator, operators } from './operators.ts';
import {
  type Filter,
  type FilterGroup,
  isGroup,
  type Match,
  measureColumns,
  type Question,
  type Shown,
  type TableColumn,
} from './question.ts';

const conjunctions: Readonly<Record<Match, string>> = { all: ' AND ', any: ' OR ' };

export function writeSql(question: Question, columns: readonly TableColumn[]): string {
  const { shown, match, filters, sort, limit } = question;
  const where = writtenFilters(filters, match, columns);
  const by = 'by' in shown ? shown.by : [];
  return [
    `SELECT ${selected(shown)} FROM service_table`,
    ...(where === '' ? [] : [`WHERE ${where}`]),
    ...(by.length === 0 ? [] : [`GROUP BY ${by.map(quotedName).join(', ')}`]),
    ...(sort.length === 0 ? [] : [`ORDER BY ${sort.map(sorted).join(', ')}`]),
    ...(limit === undefined ? [] : [`LIMIT ${limit}`]),
  ].join(' ');
}

function selected(shown: Shown): string {
  if (!('by' in shown)) return shown.columns.length === 0 ? '*' : shown.columns.map(quotedName).join(', ');
  const names = measureColumns(shown.by, shown.measures);
  const measures = shown.measures.map(({ name, column }, at) => {
    const of = column === undefined ? '*' : quotedName(column);
    return `${name}(${of}) AS ${quotedName(names[at] ?? '')}`;
  });
  return [...shown.by.map(quotedName), ...measures].join(', ');
}

function sorted({ column, isDescending }: Question['sort'][number]): string {
  return quotedName(column) + (isDescending ? ' DESC' : '');
}

/** Empty if no filter is complete. */
export function writtenFilters(
  filters: readonly (Filter | FilterGroup)[],
  match: Match,
  columns: readonly TableColumn[],
): string {
  return filters
    .map((item) => {
      if (!isGroup(item)) return writtenFilter(item, columns);
      const inner = writtenFilters(item.filters, item.match, columns);
      return inner === '' ? '' : `(${inner})`;
    })
    .filter((text) => text !== '')
    .join(conjunctions[match]);
}

function writtenFilter(filter: Filter, columns: readonly TableColumn[]): string {
  if (!isComplete(filter)) return '';
  const operator = operators[filter.operator];
  const values = [...filter.values];
  const parts = operator.parts.map((part) => {
    if (typeof part === 'string') return part;
    if ('value' in part) return writtenValue(part.value, values.shift() ?? '');
    return `(${values.map((value) => writtenValue(part.list, value)).join(', ')})`;
  });
  return [writtenSubject(filter, operator, columns), ...parts].join(' ');
}

/** In a column of anything the number 5 and the text 5 are both meant. */
function writtenSubject(
  { column, operator }: Filter,
  { subject }: Operator,
  columns: readonly TableColumn[],
): string {
  const name = quotedName(column);
  if (subject === 'day') return `substr(${name}, 1, 10)`;
  if (subject === 'filled') return `coalesce(${name}, '')`;
  const type = columns.find((each) => each.name === column)?.type ?? '';
  return kindOf(type) === 'mixed' && literalOf(operator) !== 'number' ? `CAST(${name} AS TEXT)` : name;
}

function writtenValue(literal: Literal, value: string): string {
  if (literal === 'number') return value;
  if (literal === 'text' || literal === 'day') return quotedText(value);
  const isEscaped = /[\\%_]/.test(value);
  return quotedText(likePattern(literal, value)) + (isEscaped ? " ESCAPE '\\'" : '');
}

/** `%` and `_` in the text mean themselves. */
export function likePattern(literal: 'containing' | 'beginning' | 'ending', value: string): string {
  const escaped = value.replace(/[\\%_]/g, '\\$&');
  return (literal === 'beginning' ? '' : '%') + escaped + (literal === 'ending' ? '' : '%');
}

export function quotedName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function quotedText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
