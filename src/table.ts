/**
 * The one shape in which data travels between all stages of an export: ordered columns, and rows that
 * arrive in batches, so that a million rows need no more memory than a thousand (sections 2 and 4.2).
 */

/** `any` is a column whose cells are of several kinds, as a SQL expression may give. */
export type ColumnType = 'string' | 'integer' | 'number' | 'boolean' | 'json' | 'any';

export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  /**
   * True when every string cell of the column can be copied into JSON, XML and HTML as it stands: a text
   * without `"`, `\`, `&`, `<`, `>`, `'` and control characters, or a number already in its shortest form.
   * It only saves work: a column without it is checked cell by cell.
   */
  readonly needsNoEscaping?: boolean;
}

export type Json = null | string | number | boolean | readonly Json[] | { readonly [key: string]: Json };

/**
 * One value. In a column of type `string` or `any` a string is that text. In a column of any other type a
 * string is the WRITTEN FORM of its value (`1.50` in a number column, `TRUE` in a boolean one, `[{"id":1}]`
 * in a json one): CSV repeats it, the other formats read it as the value it stands for.
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

/** Some hundred rows; every row has one cell for every column. */
export type Batch = readonly Row[];

export interface Table {
  readonly columns: readonly Column[];
  /** Can be read once, unless it is a `StoredTable`. */
  readonly batches: AsyncIterable<Batch>;
}
