/**
 * An HTML table that spreadsheets import unchanged: strings and long integers are marked as text, so that `00501`,
 * `1e5` and 20-digit ids are preserved and no string becomes a formula, and numbers as numbers in any locale. Only
 * marks are added; the text of a cell stays as it is (contract 4.7.9).
 */

import { escapeHtml } from '../base/markup.ts';
import { uniqueNames } from '../base/unique-names.ts';
import type { Cell, Column, ColumnType, Table } from '../table/table.ts';
import { valueText } from '../table/value-text.ts';
import type { Format, RenderContext } from './format.ts';
import { type ColumnWriter, enclosedParts, escapedParts, rowPieces, rowWriter } from './row-pieces.ts';

export const excelWebQuery: Format = {
  label: 'Excel web query',
  group: 'HTML',
  layout:
    'A table for the web import of spreadsheets: texts and long numbers are marked, so that `00501` stays `00501`, and no text becomes a formula.',
  contentType: 'text/html',
  extension: 'html',
  disposition: 'inline',
  isJson: false,
  page: 'static',
  render: (table, context) =>
    rowPieces(table.batches, {
      opening: pageOpening(table, context),
      separator: '',
      closing: '</tbody>\n</table>\n</body>\n</html>\n',
      writeRow: rowWriter(table.columns.map(spreadsheetCell), '<tr>', '</tr>\n'),
    }),
};

/** Excel reads `mso-number-format` and the `x:` attributes, LibreOffice `sdval` and `sdnum`. */
const textOpening = ' class="t" x:str';
const textClosing = ' sdnum="1033;0;@">';

function pageOpening(table: Table, { title, nonce }: RenderContext): string {
  const names = uniqueNames(table.columns.map((column) => column.name));
  const headers = names.map((name) => `<th${importedText(name)}</th>`).join('');
  return `<!DOCTYPE html>
<html lang="en" xmlns:x="urn:schemas-microsoft-com:office:excel">
<head>
<meta charset="utf-8">
<title>${escapeHtml(title)}</title>
<style nonce="${escapeHtml(nonce)}">.t { mso-number-format: "\\@"; }</style>
</head>
<body>
<table>
<thead>
<tr>${headers}</tr>
</thead>
<tbody>
`;
}

function spreadsheetCell(column: Column): ColumnWriter {
  const text = valueText(column);
  const write = (cell: Cell) => {
    const value = text(cell);
    if (value === null) return '<td></td>';
    return cellWriters[kindOf(cell, column.type)](value);
  };
  const parts = (text: string): Iterable<string> => longTextCell(text);
  const isText = kindOf('', column.type) === 'text' && column.form === undefined;
  return { open: '', close: '', copied: false, value: write, other: write, ...(isText && { parts }) };
}

function* longTextCell(text: string): Generator<string> {
  yield `<td${textOpening}`;
  if (isLikeFormula(text)) yield* enclosedParts(`="'`, escapedParts(text, escapeImported), '"');
  yield textClosing;
  yield* escapedParts(text, escapeImported);
  yield '</td>';
}

type Kind = 'number' | 'boolean' | 'text';

function kindOf(cell: Cell, type: ColumnType): Kind {
  if (typeof cell === 'number' || typeof cell === 'bigint') return 'number';
  if (typeof cell === 'boolean') return 'boolean';
  if (typeof cell !== 'string') return 'text';
  if (type === 'integer' || type === 'number') return 'number';
  return type === 'boolean' ? 'boolean' : 'text';
}

const cellWriters: Readonly<Record<Kind, (value: string) => string>> = {
  text: (value) => `<td${importedText(value)}</td>`,
  boolean: (value) =>
    `<td x:bool="${value}" sdval="${value === 'true' ? 1 : 0}" sdnum="1033;0;BOOLEAN">${value.toUpperCase()}</td>`,
  number: (value) =>
    longInteger.test(value)
      ? `<td${importedText(value)}</td>`
      : `<td x:num="${value}" sdval="${value}" sdnum="1033;">${value}</td>`,
};

/** Spreadsheets keep only 15 digits of a number. */
const longInteger = /^-?\d{16,}$/;

/** Importers skip leading white space, so a formula may start after it. */
const formula = /^(?:[\s\p{Cc}\u200b]*[=+\-@＝＋－＠]|[\t\r])/u;

/** The marks and the text. Excel itself writes a text that was typed with an apostrophe so: `x:str="'=1"`. */
function importedText(text: string): string {
  const escaped = escapeImported(text);
  return `${textOpening}${isLikeFormula(text) ? `="'${escaped}"` : ''}${textClosing}${escaped}`;
}

function isLikeFormula(text: string): boolean {
  return !/^\w/.test(text) && formula.test(text);
}

function escapeImported(text: string): string {
  const escaped = escapeHtml(text);
  return escaped.includes('\n') ? escaped.replace(/(?:&#13;)?\n/g, '&#10;') : escaped;
}
