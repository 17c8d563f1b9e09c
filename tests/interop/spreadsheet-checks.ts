/**
 * What a spreadsheet spoils when it may: zip codes, long ids, codes that look like numbers or dates, texts that
 * look like formulas. None of it may change on its way through `excel_web_query` (contract 4.7.9).
 */
import type { InteropCell, InteropTable } from './interop-tables.ts';
import type { ImportedCell, ImportedSheet } from './spreadsheet-import.ts';

const formulas = [
  '=1+1',
  '+1',
  '-1+2',
  '-5',
  '@SUM(1)',
  '=HYPERLINK("http://localhost/","open")',
  `=cmd|'/C calc'!A0`,
  '=A1',
  '="a"&"b"',
  '=SUM(1;2)',
  '{=1+1}',
  '==',
  '=',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  ' =1+1',
  '\u00a0=1+1',
  '\u3000=1+1',
  '\u200b=1+1',
  '＝1+1',
  `'=1+1`,
  `=1+1${' + 1'.repeat(4_000)}`,
];

const lookalikes = [
  '0012',
  '1-2',
  '1/2',
  '1E5',
  '1e5',
  '2024-02-29',
  '29.02.2024',
  'March 7',
  '12:30',
  '50%',
  '$5',
];

const moreLookalikes = [
  '12.50',
  '1234567890123456789',
  'TRUE',
  '#N/A',
  `'quoted`,
  "'",
  '-',
  '- a dash',
  '<b>&amp;',
];

export const spreadsheetTables: Readonly<Record<string, InteropTable>> = {
  'types of columns': {
    columns: ['zip', 'long_id', 'code', 'number', 'whole', 'flag'],
    types: ['string', 'integer', 'string', 'number', 'integer', 'boolean'],
    rows: [
      ['00501', 12345678901234567890n, '1e5', 1234.5, -5, true],
      ['02134', -98765432109876543210n, '1-2', 0.1, 123456789012345n, false],
      ['a', 1n, 'March 7', -1e-7, 0, null],
    ],
  },
  formulas: {
    columns: ['=1+1', '+number'],
    types: ['string', 'integer'],
    rows: formulas.map((text, at) => [text, at]),
  },
  lookalikes: {
    columns: ['0012', '1-2'],
    types: ['string', 'integer'],
    rows: [...lookalikes, ...moreLookalikes].map((text, at) => [text, at]),
  },
};

/** Each check with what is wrong, if anything is. */
export function spreadsheetChecks(
  { formulas: live, rows }: ImportedSheet,
  table: InteropTable,
): [string, string | undefined][] {
  const columns = table.columns.map((name, at): [string, string | undefined] => {
    const wrong = [name, ...table.rows.map((row) => row[at] ?? null)].findIndex(
      (expected, line) => !arrived(rows[line]?.[at], expected),
    );
    return [`column ${name}`, wrong < 0 ? undefined : `row ${wrong} is ${shown(rows[wrong]?.[at])}`];
  });
  return [['no formula is live', live === 0 ? undefined : `${live} live formulas`], ...columns];
}

/** Texts stay texts, but for white space around them, which HTML drops; numbers stay numbers up to 15 digits. */
function arrived(cell: ImportedCell | undefined, expected: InteropCell): boolean {
  const { type = '', value = '' } = cell ?? {};
  if (expected === null) return type === '';
  if (typeof expected === 'string') return type === 'string' && value === expected.replace(/^[ \t\r\n]+/, '');
  if (typeof expected === 'boolean') return value.toUpperCase() === String(expected).toUpperCase();
  if (/\d{16}/.test(String(expected))) return type === 'string' && value === String(expected);
  return type === 'float' && Number(value) === Number(expected);
}

function shown(cell: ImportedCell | undefined): string {
  return `${cell?.type} ${JSON.stringify(cell?.value.slice(0, 100))}`;
}
