/**
 * The interactive HTML table with search, sorting and pagination, as one page without external resources. The rows
 * are embedded as chunks of JSON, column by column; each chunk is parsed as it arrives, so that both sides stream.
 * No cell is ever markup: the script sets each one as text.
 */
import { LoopShare } from '../base/loop-share.ts';
import { escapeHtml, shownText } from '../base/markup.ts';
import { uniqueNames } from '../base/unique-names.ts';
import type { Batch, Column, Row, Table } from '../table/table.ts';
import { cellWriter } from './dynamic-table-cells.ts';
import { dynamicTableFrame } from './dynamic-table-frame.ts';
import type { Format, RenderContext } from './format.ts';
import { pieceLength } from './row-pieces.ts';

export const dynamicTable: Format = {
  label: 'Dynamic table',
  group: 'HTML',
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
  const share = new LoopShare();
  let piece = dynamicTableFrame({ ...context, columns: columnBlock(table.columns) });
  for await (const rows of fullBatches(table.batches)) {
    for (const part of rowChunk(rows, writers, nonce)) {
      piece += part;
      if (piece.length < pieceLength) continue;
      yield piece;
      piece = '';
      await share.rest();
    }
  }
  yield `${piece}<script nonce="${nonce}">finish()</script>\n</body>\n</html>\n`;
}

const rowsInChunk = 500;
/** So that a chunk of a wide table is not much longer than one of a narrow table. */
const cellsInChunk = 20_000;

/** Each chunk costs the browser one script call, so small batches are combined. */
async function* fullBatches(batches: AsyncIterable<Batch>): AsyncGenerator<Batch> {
  let pending: Row[] = [];
  for await (const batch of batches) {
    for (const row of batch) {
      pending.push(row);
      if (pending.length < rowsInChunk && pending.length * row.length < cellsInChunk) continue;
      yield pending;
      pending = [];
    }
  }
  if (pending.length > 0) yield pending;
}

type Writers = readonly ReturnType<typeof cellWriter>[];

/** `[number of rows, cells of column 0, cells of column 1, …]`, in parts. */
function* rowChunk(batch: Batch, writers: Writers, nonce: string): Generator<string> {
  yield `${dataBlockStart}[${batch.length}`;
  for (const [column, write] of writers.entries()) {
    let json = ',[';
    let separator = '';
    for (const row of batch) {
      const cell = row[column] ?? null;
      json += separator;
      separator = ',';
      const written = write(cell);
      if (typeof written === 'string') json += written;
      else {
        for (const part of written) {
          yield escapeData(json + part);
          json = '';
        }
      }
      if (json.length < pieceLength) continue;
      yield escapeData(json);
      json = '';
    }
    yield escapeData(`${json}]`);
  }
  yield `]${dataBlockEnd}<script nonce="${nonce}">takeRows()</script>\n`;
}

/** Column names for the header, and which columns are right-aligned numbers. */
function columnBlock(columns: readonly Column[]): string {
  const names = uniqueNames(columns.map((column) => column.name)).map(shownText);
  const numeric = columns.map((column) => column.type === 'integer' || column.type === 'number');
  return dataBlock(JSON.stringify({ names, numeric }));
}

function dataBlock(json: string): string {
  return dataBlockStart + escapeData(json) + dataBlockEnd;
}

const dataBlockStart = '<script type="application/json">';
const dataBlockEnd = '</script>';

/** Escapes `<`, so that nothing in the JSON can end the script element or open a comment in it. */
function escapeData(json: string): string {
  return json.replace(/</g, '\\u003c');
}
