/**
 * The data structure that all steps of an export exchange: ordered columns, and rows in batches, so that a million
 * rows need no more memory than a thousand (contract 4.2.3).
 */

/** `any` is a column whose cells have different types, such as the result of a SQL expression. */
export type ColumnType = 'string' | 'integer' | 'number' | 'boolean' | 'date' | 'datetime' | 'json' | 'any';

/** How cells are written whose type was chosen; see `written-form.ts`. */
export type WrittenForm =
  | 'decimal point'
  | 'decimal comma'
  | 'year first'
  | 'day first'
  | 'month first'
  | 'words';

export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  /**
   * True if every string cell of the column can be copied into JSON, XML and HTML unchanged: text without `"`,
   * `\`, `&`, `<`, `>`, `'`, control characters and noncharacters, or a number in its shortest form. This is only an
   * optimisation: without it, the column is checked cell by cell.
   */
  readonly needsNoEscaping?: boolean;
  /** In a column of numbers: they are written with a decimal comma, `1.234,56`, and copying them would not do. */
  readonly decimal?: 'comma';
  /** In a column whose type was chosen: how its cells are written. Those that do not fit the type are missing. */
  readonly form?: WrittenForm;
}

/** Whether a string in the column is the value itself; dates that were found are in ISO 8601 already. */
export function holdsText({ type, form }: Pick<Column, 'type' | 'form'>): boolean {
  return type === 'string' || type === 'any' || (isDate(type) && form === undefined);
}

function isDate(type: ColumnType): boolean {
  return type === 'date' || type === 'datetime';
}

export type Json = null | string | number | boolean | readonly Json[] | { readonly [key: string]: Json };

/**
 * One value. In a column of type `string` or `any`, a string is plain text. In a column of any other type, a string
 * is the WRITTEN FORM of its value (`1.50` in a number column, `TRUE` in a boolean one, `[{"id":1}]` in a json one,
 * `31.12.2026` in one of dates): CSV copies it, the other formats convert it to the value.
 */
export type Cell =
  | null
  | string
  | number
  | bigint
  | boolean
  | readonly Json[]
  | { readonly [key: string]: Json };

export type Row = readonly Cell[];

/** Some hundred rows; every row has one cell per column. */
export type Batch = readonly Row[];

export interface Table {
  readonly columns: readonly Column[];
  /** Can be iterated only once, unless the table is a `StoredTable`. */
  readonly batches: AsyncIterable<Batch>;
  /** Where it is known. */
  readonly rowCount?: number | undefined;
}
