/**
 * A rectangle of cells of one sheet, counted from 0 as Google's grids are, and how parts of it are written in an
 * address (1.3).
 */
import { columnLetters as lettersOfColumn, rangeText } from '../../sheet-range.ts';

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
  const range = { firstRow: top + 1, lastRow: bottom, firstColumn: left + 1, lastColumn: right };
  return encodeURIComponent(rangeText(sheetTitle.toWellFormed(), range));
}

/** 0 is A, 25 is Z, 26 is AA. */
export function columnLetters(column: number): string {
  return lettersOfColumn(column + 1);
}

export function areSameCells(one: GoogleArea, other: GoogleArea): boolean {
  return (
    one.top === other.top &&
    one.bottom === other.bottom &&
    one.left === other.left &&
    one.right === other.right
  );
}
