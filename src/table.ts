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
  /** Can be read once, unless `stored` is there. */
  readonly batches: AsyncIterable<Batch>;
  /** Present while the rows stand unchanged in a table file, so that a stage can use that file directly. */
  readonly stored?: StoredTable;
  /** True when this very object is handed out again and again, and its rows never change. */
  readonly isCacheable?: boolean;
}

/** Rows that stand written: in a file of `table-file/table-writer.ts`, or in memory in the same form. */
export interface StoredTable {
  /** Absent when they lie in memory only. */
  readonly folder?: string;
  /** Which of the written columns this table has, in order; absent when it has all of them as they stand. */
  readonly picked?: readonly number[];
  /** The whole CSV text, where it is small enough to be at hand. */
  readonly csv?: Uint8Array;
}

/** Some hundred rows as they stand: CSV lines, and for every cell where it ends (see `table-layout.ts`). */
export interface Block {
  readonly rows: number;
  /** UTF-8. */
  readonly bytes: Buffer;
  readonly cells: Int32Array;
  /** Whether every character is one byte. */
  readonly isAscii: boolean;
}
