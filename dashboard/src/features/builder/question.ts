/**
 * A question to a table as data, which the builder shows and SQL says. Normal form: what has fewer than two filters
 * matches all of them, because one filter does not tell all from any.
 */

export type Match = 'all' | 'any';

export interface Filter {
  readonly column: string;
  /** Of `operators`. */
  readonly operator: OperatorName;
  /** As they were typed. */
  readonly values: readonly string[];
}

export interface FilterGroup {
  readonly match: Match;
  readonly filters: readonly Filter[];
}

export type OperatorName =
  | 'is'
  | 'isNot'
  | 'contains'
  | 'startsWith'
  | 'endsWith'
  | 'isOneOf'
  | 'equals'
  | 'differs'
  | 'less'
  | 'atMost'
  | 'greater'
  | 'atLeast'
  | 'between'
  | 'before'
  | 'after'
  | 'on'
  | 'betweenDays'
  | 'isTrue'
  | 'isFalse'
  | 'isEmpty'
  | 'isNotEmpty';

export const measureNames = ['count', 'sum', 'avg', 'min', 'max'] as const;
export type MeasureName = (typeof measureNames)[number];

/** A count is of rows; every other measure is of a column. */
export interface Measure {
  readonly name: MeasureName;
  readonly column?: string;
}

export interface Sort {
  /** Of the table; of groups, a column of the result. */
  readonly column: string;
  readonly isDescending: boolean;
}

/** Rows with these columns, or all of them if none is named; or groups with their measures. */
export type Shown =
  | { readonly columns: readonly string[] }
  | { readonly by: readonly string[]; readonly measures: readonly Measure[] };

export interface Question {
  readonly shown: Shown;
  readonly match: Match;
  readonly filters: readonly (Filter | FilterGroup)[];
  readonly sort: readonly Sort[];
  /** Absent: all rows. */
  readonly limit?: number;
}

/** A column as the service describes it. */
export interface TableColumn {
  readonly name: string;
  readonly type: string;
}

export const wholeTable: Question = { shown: { columns: [] }, match: 'all', filters: [], sort: [] };

export const isGroup = (item: Filter | FilterGroup): item is FilterGroup => 'filters' in item;

export const measureWords: Readonly<Record<MeasureName, string>> = {
  count: 'Count',
  sum: 'Sum of',
  avg: 'Average of',
  min: 'Min of',
  max: 'Max of',
};

/** Far below the longest name that a column may have. */
const longestName = 900;

/** The names of the measures in the result, each different from all other columns there. */
export function measureColumns(by: readonly string[], measures: readonly Measure[]): readonly string[] {
  const taken = new Set(by);
  return measures.map(({ name, column }) => {
    const words = column === undefined ? measureWords[name] : `${measureWords[name]} ${column}`;
    const wanted = words.slice(0, longestName).toWellFormed();
    let free = wanted;
    for (let at = 2; taken.has(free); at++) free = `${wanted} ${at}`;
    taken.add(free);
    return free;
  });
}

/** The columns of the result; empty: those of the table. */
export function shownColumns(shown: Shown): readonly string[] {
  return 'by' in shown ? [...shown.by, ...measureColumns(shown.by, shown.measures)] : shown.columns;
}

/** Every column of the table that a question names, each once. */
export function namedColumns({ shown, filters, sort }: Question): readonly string[] {
  const shownNames =
    'by' in shown ? [...shown.by, ...shown.measures.flatMap(({ column }) => column ?? [])] : shown.columns;
  const filtered = filters.flatMap((item) => (isGroup(item) ? item.filters : [item]));
  // Groups are sorted by columns of the result, which are made of those above.
  const sorted = 'by' in shown ? [] : sort;
  return [...new Set([...shownNames, ...[...filtered, ...sorted].map(({ column }) => column)])];
}
