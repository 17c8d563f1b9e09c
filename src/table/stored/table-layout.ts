/**
 * How a table is stored: a folder with its CSV text, which can be sent unchanged (`rows.csv`), an index with
 * the length and kind of each cell (`rows.idx`), and the columns (`table.json`). Uploads, source data and SQL
 * results have the same form, so that no format parses them again.
 *
 * The index has for each block of rows: their number, the bytes of their text, whether all of it is ASCII
 * (Int32 each), then for every cell `length << 3 | kind` (Int32), the length in UTF-16 units without the
 * separator that follows.
 */
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ColumnType, WrittenForm } from '../table.ts';
import type { FileReading } from './file-reading.ts';

/** The last two tell a value from a text in a column of several kinds; a json cell may stand in quotes. */
export const cellKind = {
  missing: 0,
  text: 1,
  quoted: 2,
  doubledQuotes: 3,
  number: 4,
  boolean: 5,
  json: 6,
} as const;
export const kindBits = 3;
export const blockHeaderInts = 3;

export const rowsFile = (folder: string): string => join(folder, 'rows.csv');
export const indexFile = (folder: string): string => join(folder, 'rows.idx');
export const descriptionFile = (folder: string): string => join(folder, 'table.json');
export const sqliteFile = (folder: string): string => join(folder, 'table.sqlite');

const tableFiles = new Set(
  [rowsFile, indexFile, descriptionFile, sqliteFile].map((file) => basename(file(''))),
);

/** Of the files in a folder, those that are the table; others are made of it. */
export function isTableFile(name: string): boolean {
  return tableFiles.has(name);
}

/** How much all files of the table take, of which the CSV is only one. */
export async function tableBytes(folder: string): Promise<number> {
  const files = (await readdir(folder)).filter(isTableFile);
  const sizes = await Promise.all(files.map(async (name) => (await stat(join(folder, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Some hundred rows as they are stored: CSV lines, and for every cell where it ends. */
export interface Block {
  readonly rows: number;
  /** UTF-8. */
  readonly bytes: Buffer;
  readonly cells: Int32Array;
  /** Whether every character is one byte. */
  readonly isAscii: boolean;
}

export interface TableDescription {
  readonly columns: readonly StoredColumn[];
  readonly rows: number;
  /** Length of the header line, after which the first row begins. */
  readonly headerBytes: number;
  /** How the file was read that the table is made of; absent for other tables. */
  readonly reading?: FileReading;
}

export interface StoredColumn {
  readonly name: string;
  readonly type: ColumnType;
  readonly needsNoEscaping: boolean;
  /** Holds integers that no 64-bit integer can hold. */
  readonly exceedsInt64: boolean;
  readonly decimal?: 'comma';
  readonly form?: WrittenForm;
}
