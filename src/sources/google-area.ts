/**
 * A rectangle of cells of one sheet and how Google's A1 notation writes parts of it. The sheet's name is always
 * quoted: `CRM26` alone would be read as a cell (1.3).
 */

/** Rows and columns count from 0; `bottom` and `right` are the first ones outside. */
export interface GoogleArea {
  readonly sheetTitle: string;
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** As a piece of an address. */
export function rangeInAddress({ sheetTitle, top, bottom, left, right }: GoogleArea): string {
  const name = `'${sheetTitle.toWellFormed().replaceAll("'", "''")}'`;
  return encodeURIComponent(`${name}!${columnLetters(left)}${top + 1}:${columnLetters(right - 1)}${bottom}`);
}

/** 0 is A, 25 is Z, 26 is AA. */
export function columnLetters(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : columnLetters(Math.floor(column / 26) - 1) + letter;
}

export function areSameCells(one: GoogleArea, other: GoogleArea): boolean {
  return (
    one.top === other.top &&
    one.bottom === other.bottom &&
    one.left === other.left &&
    one.right === other.right
  );
}
