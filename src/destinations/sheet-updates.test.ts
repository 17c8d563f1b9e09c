import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Batch, Column, Table } from '../table/table.ts';
import { measureTable, valueUpdates } from './sheet-updates.ts';

const bodySchema = z.strictObject({
  valueInputOption: z.literal('RAW'),
  data: z.tuple([
    z.strictObject({
      range: z.string(),
      majorDimension: z.literal('ROWS'),
      values: z.array(z.array(z.union([z.string(), z.number(), z.boolean()]))),
    }),
  ]),
});

function tableOf(columns: Column[], batches: Batch[]): Table {
  return {
    columns,
    batches: {
      async *[Symbol.asyncIterator]() {
        yield* batches;
      },
    },
  };
}

async function updatesOf(table: Table, title = 'Out') {
  const updates = [];
  for await (const bytes of valueUpdates(table, title)) {
    const [{ range, values }] = bodySchema.parse(JSON.parse(bytes.toString())).data;
    updates.push({ range, values, bytes: bytes.length });
  }
  return updates;
}

const text = (name: string): Column => ({ name, type: 'string' });
const wide = (count: number) => Array.from({ length: count }, (_, index) => text(`c${index}`));

describe('valueUpdates', () => {
  it('sends the header and the rows as RAW values', async () => {
    const table = tableOf([text('Name'), { name: 'Qty', type: 'number' }], [[['=A1', '1.50']], [[null, 2]]]);
    expect(await updatesOf(table, "Bob's")).toMatchObject([
      {
        range: "'Bob''s'!A1:B3",
        values: [
          ['Name', 'Qty'],
          ['=A1', 1.5],
          ['', 2],
        ],
      },
    ]);
  });

  it('sends only the header of a table without rows, and nothing for one without columns', async () => {
    expect(await updatesOf(tableOf([text('a')], []))).toMatchObject([
      { range: "'Out'!A1:A1", values: [['a']] },
    ]);
    expect(await updatesOf(tableOf([], []))).toEqual([]);
  });

  it('numbers repeated names', async () => {
    const [update] = await updatesOf(tableOf([text('a'), text('a'), text('')], []));
    expect(update?.values).toEqual([['a', 'a_2', '']]);
  });

  it('puts at most 20,000 cells in a call, without a gap between them', async () => {
    const rows = Array.from({ length: 5_000 }, (_, row) => wide(10).map((__, column) => `${row}-${column}`));
    const updates = await updatesOf(tableOf(wide(10), [rows.slice(0, 1_234), rows.slice(1_234)]));
    expect(updates.map(({ range }) => range)).toEqual([
      "'Out'!A1:J2000",
      "'Out'!A2001:J4000",
      "'Out'!A4001:J5001",
    ]);
    expect(updates.flatMap(({ values }) => values).slice(1)).toEqual(rows);
  });

  it('puts at most 1.5 MB in a call, but at least one row', async () => {
    const cell = 'ü'.repeat(25_000);
    const rows = Array.from({ length: 100 }, () => [cell, cell]);
    const updates = await updatesOf(tableOf(wide(2), [rows]));
    expect(Math.max(...updates.map(({ bytes }) => bytes))).toBeLessThan(1_510_000);
    expect(updates.flatMap(({ values }) => values)).toHaveLength(101);
    expect(await updatesOf(tableOf(wide(40), [[Array(40).fill(cell)]]))).toHaveLength(2);
    expect(await updatesOf(tableOf(wide(18_278), [[Array(18_278).fill('x')]]))).toHaveLength(2);
  });
});

describe('measureTable', () => {
  it('counts the header too', async () => {
    expect(await measureTable(tableOf(wide(3), []))).toEqual({ rows: 1, columns: 3 });
    expect(await measureTable(tableOf([text('a')], [[['x'], ['y']], [['z']]]))).toEqual({
      rows: 4,
      columns: 1,
    });
  });

  it.each([
    ['a text', 'x'.repeat(50_001)],
    ['a list', ['x'.repeat(50_000)]],
  ])('refuses %s that exceeds the cell limit', async (_, cell) => {
    const table = tableOf(
      [text('id'), { name: 'Notes', type: 'any' }],
      [[['1', 'x'.repeat(50_000)]], [['2', cell]]],
    );
    await expect(measureTable(table)).rejects.toThrow(
      'The cell of column "Notes" in row 3 is longer than a sheet allows (50,000 characters).',
    );
  });
});
