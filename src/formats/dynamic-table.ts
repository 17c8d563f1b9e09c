/**
 * The interactive HTML table with search, sorting and pagination: one page that loads nothing. Rows travel
 * inside it as JSON, column by column in chunks, and each chunk is taken in as it arrives, so that neither side
 * waits for the whole. No cell is ever markup: the browser sets each one as text (4.7).
 */
import type { Batch, Column, Row, Table } from '../table.ts';
import { uniqueNames } from '../unique-names.ts';
import { cellWriter } from './dynamic-table-cells.ts';
import { dynamicTableFrame } from './dynamic-table-frame.ts';
import type { Format, RenderContext } from './format.ts';
import { escapeHtml } from './markup.ts';
import { pieceLength } from './row-pieces.ts';

export const dynamicTable: Format = {
  label: 'Dynamic table',
  layout: 'A page with search, sorting and pagination. It loads nothing from elsewhere; it needs JavaScript.',
  contentType: 'text/html',
  extension: 'html',
  disposition: 'inline',
  isJson: false,
  page: 'interactive',
  render: renderPage,
};

async function* renderPage(table: Table, context: RenderContext): AsyncGenerator<string> {
  const writers = table.columns.map(cellWriter);
  const nonce = escapeHtml(context.nonce);
  let piece = dynamicTableFrame({ ...context, columns: columnBlock(table.columns) });
  for await (const rows of fullBatches(table.batches)) {
    piece += rowChunk(rows, writers, nonce);
    if (piece.length >= pieceLength) {
      yield piece;
      piece = '';
    }
  }
  yield `${piece}<script nonce="${nonce}">finish()</script>\n</body>\n</html>\n`;
}

/** Each chunk costs the browser a call, so small batches travel together. */
async function* fullBatches(batches: AsyncIterable<Batch>): AsyncGenerator<Batch> {
  let waiting: Row[] = [];
  for await (const batch of batches) {
    for (const row of batch) waiting.push(row);
    if (waiting.length < 500) continue;
    yield waiting;
    waiting = [];
  }
  if (waiting.length > 0) yield waiting;
}

type Writers = readonly ReturnType<typeof cellWriter>[];

/** `[number of rows, cells of column 0, cells of column 1, …]` */
function rowChunk(batch: Batch, writers: Writers, nonce: string): string {
  let json = `[${batch.length}`;
  writers.forEach((write, column) => {
    let separator = ',[';
    for (const row of batch) {
      json += separator + write(row[column] ?? null);
      separator = ',';
    }
    json += ']';
  });
  return `${dataBlock(`${json}]`)}<script nonce="${nonce}">takeRows()</script>\n`;
}

/** Read by the script for the header; numbers stand to the right. */
function columnBlock(columns: readonly Column[]): string {
  const names = uniqueNames(columns.map((column) => column.name));
  const numeric = columns.map((column) => column.type === 'integer' || column.type === 'number');
  return dataBlock(JSON.stringify({ names, numeric }));
}

/** Without a `<` nothing in the JSON can end the block or open a comment in it. */
function dataBlock(json: string): string {
  return `<script type="application/json">${json.replace(/</g, '\\u003c')}</script>`;
}
