/** The rows of a sample as texts that a page can show: of a wide table its first columns, of a long cell its beginning. */
import { valueText } from '../formats/value-text.ts';
import type { HeldTable } from '../transform/first-rows.ts';
import { uniqueNames } from '../unique-names.ts';
import type { Answer } from './api.ts';

const shownColumns = 100;
const shownInCell = 1_000;

export type TableTexts = Pick<Answer<'POST /api/endpoints/:id/preview'>, 'columns' | 'rows' | 'moreColumns'>;

export function tableTexts({ columns, rows }: HeldTable): TableTexts {
  const names = uniqueNames(columns.map(({ name }) => name));
  const shown = columns.slice(0, shownColumns);
  const texts = shown.map((column) => valueText(column));
  return {
    columns: shown.map(({ type }, at) => ({ name: names[at] ?? '', type })),
    rows: rows.map((row) => texts.map((text, at) => beginning(text(row[at] ?? null)))),
    moreColumns: columns.length - shown.length,
  };
}

function beginning(text: string | null): string | null {
  return text !== null && text.length > shownInCell ? `${text.slice(0, shownInCell)}…` : text;
}
