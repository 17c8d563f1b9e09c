/**
 * The six JSON layouts, side by side: the pandas orients of the same names without the row index, and the
 * wrapping of step 7 (4.6 `nest_json`, 4.7).
 */
import type { Batch, Cell, Column, Row, Table } from '../table.ts';
import { uniqueNames } from '../unique-names.ts';
import type { Format } from './format.ts';
import { enclose, joinPieces } from './join-pieces.ts';
import { jsonCell, jsonSpecial } from './json-cell.ts';
import { type ColumnWriter, cellText, rowPieces, rowWriter } from './row-pieces.ts';
import { SpillBuffers } from './spill-buffers.ts';
import { watchColumns } from './table-schema.ts';

/** `[{"a":1},{"a":2}]` */
export const jsonRecords = jsonFormat((table) => {
  const writeRow = rowWriter(objectColumns(table), '{', '}');
  return rowPieces(table.batches, { opening: '[', separator: ',', closing: ']', writeRow });
});

/** `{"columns":["a"],"data":[[1],[2]]}` */
export const jsonSplit = jsonFormat((table) => {
  const opening = `{"columns":${JSON.stringify(namesOf(table))},"data":[`;
  const writeRow = rowWriter(arrayColumns(table), '[', ']');
  return rowPieces(table.batches, { opening, separator: ',', closing: ']}', writeRow });
});

/** `{"0":{"a":1},"1":{"a":2}}` */
export const jsonIndex = jsonFormat((table) => {
  const writeObject = rowWriter(objectColumns(table), '{', '}');
  const writeRow = (row: Row, index: number) => `"${index}":${writeObject(row)}`;
  return rowPieces(table.batches, { opening: '{', separator: ',', closing: '}', writeRow });
});

/** `{"a":{"0":1,"1":2}}` */
export const jsonColumns = jsonFormat(async function* (table, { scratchFolder }) {
  const lanes = new SpillBuffers(scratchFolder, table.columns.length);
  try {
    await fillColumnLanes(table, lanes);
    yield* joinPieces(columnObjects(namesOf(table), lanes));
  } finally {
    await lanes.close();
  }
});

/** `[[1],[2]]` */
export const jsonValues = jsonFormat((table) => {
  const writeRow = rowWriter(arrayColumns(table), '[', ']');
  return rowPieces(table.batches, { opening: '[', separator: ',', closing: ']', writeRow });
});

/**
 * `{"schema":{"fields":[{"name":"a","type":"integer"}]},"data":[{"a":1},{"a":2}]}`. The schema stands first
 * and depends on the rows (see `watchColumns`), so the rows wait in a lane.
 */
export const jsonTable = jsonFormat(async function* (table, { scratchFolder }) {
  const watched = watchColumns(table.columns, objectColumns(table));
  const writeRow = rowWriter(watched.writers, '{', '}');
  const lanes = new SpillBuffers(scratchFolder, 1);
  try {
    let separator = '';
    for await (const batch of table.batches) {
      for (const row of batch) {
        lanes.append(0, separator + writeRow(row));
        separator = ',';
      }
      await lanes.spill();
    }
    const opening = `{"schema":${watched.schema(namesOf(table))},"data":[`;
    yield* joinPieces(enclose(opening, lanes.read(0), ']}'));
  } finally {
    await lanes.close();
  }
});

/** Step 7: the whole output under one key. */
export function nestJson(
  pieces: AsyncIterable<string | Uint8Array>,
  key: string,
): AsyncIterable<string | Uint8Array> {
  return joinPieces(enclose(`{${JSON.stringify(key)}:`, pieces, '}'));
}

function jsonFormat(render: Format['render']): Format {
  return { contentType: 'text/json', extension: 'json', render };
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
  if (column.type !== 'string' && column.type !== 'any') {
    const copied = column.type === 'json' || column.needsNoEscaping === true;
    return { open: prefix, close: '', copied, value: writeCell, other };
  }
  const value = (cell: Cell): string | undefined =>
    typeof cell === 'string' && !jsonSpecial.test(cell) ? cell : undefined;
  return { open: `${prefix}"`, close: '"', copied: column.needsNoEscaping === true, value, other };
}

async function fillColumnLanes(table: Table, lanes: SpillBuffers): Promise<void> {
  const writers = table.columns.map((column) => jsonColumn(column, ''));
  let index = 0;
  for await (const batch of table.batches) {
    const keys = batch.map((_row, at) => `${index + at === 0 ? '' : ','}"${index + at}":`);
    index += batch.length;
    writers.forEach((writer, column) => {
      lanes.append(column, columnText(batch, column, keys, writer));
    });
    await lanes.spill();
  }
}

function columnText(batch: Batch, column: number, keys: readonly string[], writer: ColumnWriter): string {
  let text = '';
  let at = 0;
  for (const row of batch) {
    text += keys[at] + cellText(writer, row[column] ?? null);
    at += 1;
  }
  return text;
}

async function* columnObjects(
  names: readonly string[],
  lanes: SpillBuffers,
): AsyncGenerator<string | Uint8Array> {
  yield '{';
  for (const [at, name] of names.entries()) {
    yield* enclose(`${at === 0 ? '' : ','}${JSON.stringify(name)}:{`, lanes.read(at), '}');
  }
  yield '}';
}
