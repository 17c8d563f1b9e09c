/**
 * A rectangle of cells of one sheet, counted from 0 as Google's grids are, and its form in the address of a
 * call.
 */
import { rangeText } from '../../base/sheet-range.ts';

/** Rows and columns count from 0; `bottom` and `right` are the first ones outside. */
export interface Area {
  readonly sheetTitle: string;
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** URL-encoded. */
export function rangeInAddress({ sheetTitle, top, bottom, left, right }: Area): string {
  const range = { firstRow: top + 1, lastRow: bottom, firstColumn: left + 1, lastColumn: right };
  return encodeURIComponent(rangeText(sheetTitle.toWellFormed(), range));
}

export function areSameCells(one: Area, other: Area): boolean {
  return (
    one.top === other.top &&
    one.bottom === other.bottom &&
    one.left === other.left &&
    one.right === other.right
  );
}
