/**
 * Cells that are longer than any piece of a body are written in parts (contract 4.7): every format gives them back, and
 * a part never cuts a character, a line end or a doubled quote in two.
 */
import { expect, test } from 'vitest';
import { allFormats, isFormatName } from '../../src/formats/all-formats.ts';
import { BlockBuilder } from '../../src/table/stored/block-builder.ts';
import { blocksInMemory, blockTable } from '../../src/table/stored/table-reader.ts';
import type { Column, Row, Table } from '../../src/table/table.ts';
import { tableOf } from '../support/table-of.ts';
import { allReaders } from './readers/all-readers.ts';
import { rendered } from './readers/rendered.ts';

const columns: readonly Column[] = [
  { name: 'first', type: 'string' },
  { name: 'second', type: 'any' },
  { name: 'third', type: 'string' },
];
const long = (text: string, shift = 0): string =>
  'x'.repeat(shift) + text.repeat(Math.ceil(70_000 / text.length));
const rows: readonly Row[] = [
  [long('<'), long('"'), 'short'],
  ['short', 'a', long('🙂')],
  [long('🙂', 1), long('\r\n'), long('\r\n', 1)],
  [long('"', 1), long('""x', 2), null],
  [long('=1+1'), long('&amp;'), long('plain ')],
  // Short cells in a long row.
  [...Array.from({ length: 3 }, () => '<'.repeat(16_000))],
];

/** The same table as it is stored, where quotes are doubled. */
function stored(): Table {
  const builder = new BlockBuilder(columns.length);
  for (const row of rows) builder.values(row);
  return blockTable(blocksInMemory([builder.take()]), columns, {});
}

test.each(Object.keys(allFormats).filter(isFormatName))('%s', async (type) => {
  const reader = allReaders[type];
  for (const table of [tableOf(columns, rows), stored()]) {
    const { rows: read } = reader.read(await rendered(allFormats[type], table));
    expect(read).toHaveLength(rows.length);
    for (const [index, row] of rows.entries()) {
      for (const [at, column] of columns.entries()) {
        const expected = reader.value(row[at] ?? null, column, false);
        // Compared here, because a difference of such texts takes minutes to print.
        expect([index, at, read[index]?.[at] === expected]).toEqual([index, at, true]);
      }
    }
  }
});

test.each(Object.keys(allFormats).filter(isFormatName))(
  '%s comes in pieces of bounded length',
  async (type) => {
    const table = tableOf(columns, rows);
    const context = { title: 'Title', nonce: 'nonce', scratchFolder: '/nowhere' };
    for await (const piece of allFormats[type].render(table, context)) {
      expect(piece.length).toBeLessThan(256 * 1024);
    }
  },
);

test('excel_web_query marks a long text that begins like a formula as a short one', async () => {
  const text = long('=1+1');
  const page = await rendered(allFormats.excel_web_query, tableOf(columns.slice(0, 1), [[text]]));
  expect(page.includes(`<td class="t" x:str="'${text}" sdnum="1033;0;@">${text}</td>`)).toBe(true);
});
