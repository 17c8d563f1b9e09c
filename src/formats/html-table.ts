/**
 * A static HTML page with the complete table: cells are shown exactly, linked records by their names, a missing value
 * is an empty cell. The page loads no external resources and supports light and dark mode, small screens and
 * printing (contract 4.7.6).
 */
import { readFileSync } from 'node:fs';
import { escapeHtml } from '../base/markup.ts';
import { uniqueNames } from '../base/unique-names.ts';
import type { Cell, Column, Table } from '../table/table.ts';
import { valueText } from '../table/value-text.ts';
import type { Format, RenderContext } from './format.ts';
import { pageHead } from './page-head.ts';
import { linkedRecords } from './record-names.ts';
import { type ColumnWriter, longText, rowPieces, rowWriter } from './row-pieces.ts';

export const htmlTable: Format = {
  label: 'HTML table',
  group: 'HTML',
  layout: 'A page with the whole table, to look at and to print.',
  contentType: 'text/html',
  extension: 'html',
  disposition: 'inline',
  isJson: false,
  page: 'static',
  render: (table, context) => {
    const writeRow = rowWriter(table.columns.map(tableCell), '<tr>', '</tr>\n');
    let isEmpty = true;
    return rowPieces(table.batches, {
      opening: pageOpening(table, context),
      separator: '',
      get closing() {
        return `</tbody>\n</table>\n${isEmpty ? noRows : ''}</div>\n</body>\n</html>\n`;
      },
      writeRow: (row) => {
        isEmpty = false;
        return writeRow(row);
      },
    });
  },
};

const noRows = '<p>This table has no rows.</p>\n';

function tableCell(column: Column): ColumnWriter {
  const text = valueText(column);
  const copied = column.needsNoEscaping === true && column.type !== 'json';
  const shown = (cell: Cell) => escapeHtml(text(cell) ?? '');
  return {
    open: copied ? '<td>' : '<td',
    close: '</td>',
    copied,
    value: copied ? shown : (cell) => recordsWithTitle(cell, column) ?? `>${shown(cell)}`,
    other: () => '<td></td>',
    ...longCell(column),
  };
}

/** Linked records are shown by their names; the title has the value. */
function recordsWithTitle(cell: Cell, column: Column): string | undefined {
  const records = linkedRecords(cell, column);
  return records && ` title="${escapeHtml(records.json)}">${escapeHtml(records.names)}`;
}

function longCell(column: Column): Pick<ColumnWriter, 'parts'> {
  const { parts } = longText(column, { open: '<td>', close: '</td>', escapePart: escapeHtml });
  if (!parts) return {};
  return {
    parts: (text) => {
      const records = recordsWithTitle(text, column);
      return records === undefined ? parts(text) : [`<td${records}</td>`];
    },
  };
}

function pageOpening(table: Table, { title, nonce }: RenderContext): string {
  const names = uniqueNames(table.columns.map((column) => column.name));
  const headers = names.map((name) => `<th scope="col">${escapeHtml(name)}</th>`).join('');
  return `${pageHead({ title, nonce, style: tableStyle + numberStyle(table.columns) })}<body>
<h1>${escapeHtml(title)}</h1>
<div tabindex="0" role="group" aria-label="Table, scrollable">
<table>
<thead>
<tr>${headers}</tr>
</thead>
<tbody>
`;
}

/** Right-aligns numbers with one rule per page instead of a class on every cell. */
function numberStyle(columns: readonly Column[]): string {
  const selectors = columns.flatMap((column, at) =>
    column.type === 'integer' || column.type === 'number' ? [`tr > :nth-child(${at + 1})`] : [],
  );
  if (selectors.length === 0) return '';
  return `${selectors.join(', ')} { text-align: right; font-variant-numeric: tabular-nums; }\n`;
}

const tableStyle = readFileSync(new URL('./html-table.css', import.meta.url), 'utf8');
