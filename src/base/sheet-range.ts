/**
 * Ranges of a sheet in A1 notation. The title is always quoted, because an unquoted one such as `CRM26` would be
 * parsed as a cell. Rows and columns are counted from 1.
 */
export interface SheetRange {
  readonly firstRow: number;
  readonly lastRow: number;
  readonly firstColumn: number;
  readonly lastColumn: number;
}

export function rangeText(title: string, range: SheetRange): string {
  const first = `${columnLetters(range.firstColumn)}${range.firstRow}`;
  const last = `${columnLetters(range.lastColumn)}${range.lastRow}`;
  return `'${title.replaceAll("'", "''")}'!${first}:${last}`;
}

/** 1 is A, 26 is Z, 27 is AA. */
export function columnLetters(column: number): string {
  const index = column - 1;
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnLetters(Math.floor(index / 26)) + letter;
}
