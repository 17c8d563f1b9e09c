/**
 * The JSON layouts: the pandas orients of the same names without the row index, NDJSON with one object per line, and
 * the wrapping of step 7 (contract 4.6.7 and 4.7.8).
 */

import { uniqueNames } from '../base/unique-names.ts';
import { type Batch, type Cell, type Column, holdsText, type Row, type Table } from '../table/table.ts';
import type { Format } from './format.ts';
import { enclose, joinPieces } from './join-pieces.ts';
import { jsonCell, jsonSpecial } from './json-cell.ts';
import {
  type ColumnWriter,
  cellParts,
  changed,
  enclosed,
  longText,
  rowPieces,
  rowWriter,
  type Written,
  writtenCell,
} from './row-pieces.ts';
import { SpillBuffers } from './spill-buffers.ts';
import { watchColumns } from './table-schema.ts';

/** `[{"a":1},{"a":2}]` */
export const jsonRecords = jsonFormat('JSON records', 'An array with one object per row.', (table) => {
  const writeRow = rowWriter(objectColumns(table), '{', '}');
  return rowPieces(table.batches, { opening: '[', separator: ',', closing: ']', writeRow });
});

/** `{"columns":["a"],"data":[[1],[2]]}` */
export const jsonSplit = jsonFormat(
  'JSON split',
  '`columns` is the array of names, `data` an array of rows.',
  (table) => {
    const opening = `{"columns":${JSON.stringify(namesOf(table))},"data":[`;
    const writeRow = rowWriter(arrayColumns(table), '[', ']');
    return rowPieces(table.batches, { opening, separator: ',', closing: ']}', writeRow });
  },
);

/** `{"0":{"a":1},"1":{"a":2}}` */
export const jsonIndex = jsonFormat(
  'JSON index',
  'One object per row, keyed by the row number from "0" on.',
  (table) => {
    const writeObject = rowWriter(objectColumns(table), '{', '}');
    const writeRow = (row: Row, index: number) => enclosed(`"${index}":`, writeObject(row), '');
    return rowPieces(table.batches, { opening: '{', separator: ',', closing: '}', writeRow });
  },
);

/** `{"a":{"0":1,"1":2}}` */
export const jsonColumns = jsonFormat(
  'JSON columns',
  'One object per column, in it the cells by row number.',
  async function* (table, { scratchFolder }) {
    const buffers = new SpillBuffers(scratchFolder, table.columns.length);
    try {
      await fillColumnBuffers(table, buffers);
      yield* joinPieces(columnObjects(namesOf(table), buffers));
    } finally {
      await buffers.close();
    }
  },
);

/** `[[1],[2]]` */
export const jsonValues = jsonFormat(
  'JSON values',
  'An array of arrays: the rows without the names.',
  (table) => {
    const writeRow = rowWriter(arrayColumns(table), '[', ']');
    return rowPieces(table.batches, { opening: '[', separator: ',', closing: ']', writeRow });
  },
);

/**
 * `{"schema":{"fields":[{"name":"a","type":"integer"}]},"data":[{"a":1},{"a":2}]}`. The schema comes first but
 * depends on the rows (see `watchColumns`), so the rows are buffered.
 */
export const jsonTable = jsonFormat(
  'JSON table',
  '`schema` lists the fields with name and type, `data` is an array of objects.',
  async function* (table, { scratchFolder }) {
    const watched = watchColumns(table.columns, objectColumns(table));
    const writeRow = rowWriter(watched.writers, '{', '}');
    const buffers = new SpillBuffers(scratchFolder, 1);
    try {
      let separator = '';
      for await (const batch of table.batches) {
        for (const row of batch) {
          buffers.append(0, separator);
          const written = writeRow(row);
          if (typeof written === 'string') buffers.append(0, written);
          else await spillParts(buffers, 0, written);
          if (buffers.isDue) await buffers.spill();
          separator = ',';
        }
      }
      const opening = `{"schema":${watched.schema(namesOf(table))},"data":[`;
      yield* joinPieces(enclose(opening, buffers.read(0), ']}'));
    } finally {
      await buffers.close();
    }
  },
);

/** `{"a":1}\n{"a":2}\n` */
export const ndjson: Format = {
  label: 'NDJSON',
  group: 'JSON',
  layout: 'One JSON object per line and row, for tools that read a stream row by row.',
  contentType: 'application/x-ndjson',
  extension: 'ndjson',
  disposition: 'inline',
  isJson: false,
  render: (table) => {
    const writeObject = rowWriter(objectColumns(table), '{', '}');
    const writeRow = (row: Row) => enclosed('', changed(writeObject(row), onOneLine), '\n');
    return rowPieces(table.batches, { opening: '', separator: '', closing: '', writeRow });
  },
};

/** Strings are escaped, so a line break can only be white space between tokens in a cell of JSON. */
function onOneLine(json: string): string {
  return /[\r\n]/.test(json) ? json.replace(/[\r\n]+/g, ' ') : json;
}

/** Step 7: wraps the output in an object with one key. */
export function nestJson(
  pieces: AsyncIterable<string | Uint8Array>,
  key: string,
): AsyncIterable<string | Uint8Array> {
  return joinPieces(enclose(`{${JSON.stringify(key)}:`, pieces, '}'));
}

function jsonFormat(label: string, layout: string, render: Format['render']): Format {
  return {
    label,
    group: 'JSON',
    layout,
    contentType: 'text/json',
    extension: 'json',
    disposition: 'inline',
    isJson: true,
    render,
  };
}

function namesOf(table: Table): readonly string[] {
  return uniqueNames(table.columns.map((column) => column.name));
}

function objectColumns(table: Table): readonly ColumnWriter[] {
  const names = namesOf(table);
  return table.columns.map((column, at) =>
    jsonColumn(column, `${at === 0 ? '' : ','}${JSON.stringify(names[at])}:`),
  );
}

function arrayColumns(table: Table): readonly ColumnWriter[] {
  return table.columns.map((column, at) => jsonColumn(column, at === 0 ? '' : ','));
}

function jsonColumn(column: Column, prefix: string): ColumnWriter {
  const writeCell = jsonCell(column);
  const other = (cell: Cell): string => prefix + writeCell(cell);
  if (!holdsText(column)) {
    const copied = column.type === 'json' || column.needsNoEscaping === true;
    const long = longText(column, { open: prefix, close: '', escapePart: (part) => part });
    return { open: prefix, close: '', copied, value: writeCell, other, ...long };
  }
  const value = (cell: Cell): string | undefined =>
    typeof cell === 'string' && !jsonSpecial.test(cell) ? cell : undefined;
  const [open, close] = [`${prefix}"`, '"'];
  const long = longText(column, { open, close, escapePart: (part) => JSON.stringify(part).slice(1, -1) });
  return { open, close, copied: column.needsNoEscaping === true, value, other, ...long };
}

async function fillColumnBuffers(table: Table, buffers: SpillBuffers): Promise<void> {
  const writers = table.columns.map((column) => jsonColumn(column, ''));
  let index = 0;
  for await (const batch of table.batches) {
    const keys = batch.map((_row, at) => `${index + at === 0 ? '' : ','}"${index + at}":`);
    index += batch.length;
    for (const [column, writer] of writers.entries()) {
      const written = writeColumn(batch, column, keys, writer);
      if (typeof written === 'string') buffers.append(column, written);
      else await spillParts(buffers, column, written);
      if (buffers.isDue) await buffers.spill();
    }
  }
}

function writeColumn(batch: Batch, column: number, keys: readonly string[], writer: ColumnWriter): Written {
  let text = '';
  let at = 0;
  for (const row of batch) {
    const written = writtenCell(writer, row[column] ?? null);
    if (typeof written !== 'string') return columnParts(batch, column, keys, writer);
    text += keys[at] + written;
    at += 1;
  }
  return text;
}

function* columnParts(
  batch: Batch,
  column: number,
  keys: readonly string[],
  writer: ColumnWriter,
): Generator<string> {
  for (const [at, row] of batch.entries()) {
    yield keys[at] ?? '';
    yield* cellParts(writer, row[column] ?? null);
  }
}

async function spillParts(buffers: SpillBuffers, at: number, parts: Iterable<string>): Promise<void> {
  for (const part of parts) {
    buffers.append(at, part);
    if (buffers.isDue) await buffers.spill();
  }
}

async function* columnObjects(
  names: readonly string[],
  buffers: SpillBuffers,
): AsyncGenerator<string | Uint8Array> {
  yield '{';
  for (const [at, name] of names.entries()) {
    yield* enclose(`${at === 0 ? '' : ','}${JSON.stringify(name)}:{`, buffers.read(at), '}');
  }
  yield '}';
}
