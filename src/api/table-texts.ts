/** The rows of a sample as texts that a page can show: of a wide table its first columns. */

import { uniqueNames } from '../base/unique-names.ts';
import { valueText } from '../table/value-text.ts';
import type { SampleTable } from '../transform/cut-sample.ts';
import type { Answer } from './api.ts';

const shownColumns = 100;

export type TableTexts = Pick<
  Answer<'POST /api/endpoints/:id/preview'>,
  'columns' | 'rows' | 'moreColumns' | 'leftOut'
>;

export function tableTexts({ columns, types, rows, leftOut }: SampleTable): TableTexts {
  const names = uniqueNames(columns.map(({ name }) => name));
  const shown = columns.slice(0, shownColumns);
  const texts = shown.map((column) => valueText(column));
  return {
    columns: shown.map(({ type }, at) => ({ name: names[at] ?? '', type: types[at] ?? type })),
    rows: rows.map((row) => texts.map((text, at) => text(row[at] ?? null))),
    moreColumns: columns.length + leftOut.columns - shown.length,
    leftOut,
  };
}
