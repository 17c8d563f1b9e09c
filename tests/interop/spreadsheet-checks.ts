/**
 * What a spreadsheet spoils when it may: zip codes, long ids, codes that look like numbers or dates, texts that
 * look like formulas. None of it may change on its way through `excel_web_query` (4.7).
 */
import type { InteropCell, InteropTable } from './interop-tables.ts';
import type { ImportedCell, ImportedSheet } from './spreadsheet-import.ts';

export const spreadsheetTable: InteropTable = {
  columns: ['zip', 'long_id', 'code', 'formula', 'minus', 'number', 'whole', 'flag'],
  types: ['string', 'integer', 'string', 'string', 'string', 'number', 'integer', 'boolean'],
  rows: [
    ['00501', 12345678901234567890n, '1e5', '=1+1', '-5', 1234.5, -5, true],
    ['02134', 98765432109876543210n, '1-2', '+1', '- a dash', 0.1, 123456789012345n, false],
    ['a', 1n, 'March 7', '@SUM(A1:A2)', '-', -1e-7, 0, null],
  ],
};

/** Each check with what is wrong, if anything is. */
export function spreadsheetChecks({ formulas, rows }: ImportedSheet): [string, string | undefined][] {
  const live = formulas === 0 ? undefined : `${formulas} live formulas`;
  const columns = spreadsheetTable.columns.map((name, at): [string, string | undefined] => {
    const wrong = spreadsheetTable.rows.find((row, line) => !arrived(rows[line + 1]?.[at], row[at] ?? null));
    const got = rows.slice(1).map((row) => `${row[at]?.type} ${JSON.stringify(row[at]?.value)}`);
    return [`column ${name}`, wrong && `${JSON.stringify(String(wrong[at]))} among ${got.join(', ')}`];
  });
  return [['no formula is live', live], ...columns];
}

/** Texts stay texts, with an apostrophe where one would be a formula; numbers stay numbers up to 15 digits. */
function arrived(cell: ImportedCell | undefined, expected: InteropCell): boolean {
  const { type = '', value = '' } = cell ?? {};
  if (expected === null) return type === '';
  if (typeof expected === 'string')
    return type === 'string' && value === (/^[=+\-@]/.test(expected) ? `'${expected}` : expected);
  if (typeof expected === 'boolean') return value.toUpperCase() === String(expected).toUpperCase();
  if (String(expected).length > 15) return type === 'string' && value === String(expected);
  return type === 'float' && Number(value) === Number(expected);
}
