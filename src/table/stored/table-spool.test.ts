import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tableOf } from '../../../tests/support/table-of.ts';
import type { Cell, ColumnType, Row, Table } from '../table.ts';
import { readDescription } from './table-reader.ts';
import { spoolToFolder, spoolWhole } from './table-spool.ts';

let scratch: string;
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'tablecast-spool-'));
});
afterAll(() => rm(scratch, { recursive: true, force: true }));

async function rowsOf({ batches }: Table): Promise<Row[]> {
  return (await Array.fromAsync(batches)).flat();
}

/** The type that a column of one cell after the other ends with. */
async function typeOf(declared: ColumnType, cells: readonly Cell[]): Promise<ColumnType | undefined> {
  const { table } = await spoolWhole(
    tableOf(
      [{ name: 'a', type: declared }],
      cells.map((cell) => [cell]),
    ),
    scratch,
  );
  return table.columns[0]?.type;
}

describe('spoolWhole', () => {
  it.each<[ColumnType, readonly Cell[], ColumnType]>([
    ['any', [1, 2, null], 'integer'],
    ['any', [1, 2.5], 'number'],
    ['any', ['a', null], 'string'],
    ['any', [true, false], 'boolean'],
    ['any', [['x'], { a: 1 }], 'json'],
    ['any', [1, 'a', true, ['x']], 'any'],
    ['any', [null], 'string'],
    ['number', [1, 2], 'number'],
    ['number', [null], 'number'],
    ['number', [1, 'n/a'], 'any'],
    ['integer', [1, 1.5], 'number'],
    ['boolean', ['yes'], 'string'],
    ['string', [1], 'integer'],
    ['any', [2n ** 70n, 1], 'integer'],
  ])('declared %s, cells %s: %s', async (declared, cells, type) => {
    expect(await typeOf(declared, cells)).toBe(type);
  });

  const mixed: readonly Row[] = [
    [1, 'a,"b"\n', true, ['x, "y"', { z: null }], null],
    ['1', '', false, {}, null],
    [true, ' ', 1.5, [], null],
    [null, 'true', 'true', '[1]', null],
  ];
  const columns = ['m', 'text', 'n', 'j', 'none'].map((name) => ({ name, type: 'any' as const }));

  it.each([1, 30_000])(
    'gives every cell back as it was, %i times in a row, as often as it is read',
    async (times) => {
      const rows = Array.from({ length: times }, () => mixed).flat();
      const whole = await spoolWhole(tableOf(columns, rows), scratch);
      expect(whole.table.columns.map(({ type }) => type)).toEqual(['any', 'string', 'any', 'any', 'string']);
      expect(await rowsOf(whole.table)).toEqual(rows);
      expect(await rowsOf(whole.table)).toEqual(rows);
      expect((await readdir(scratch)).length).toBe(times === 1 ? 0 : 1);
      await whole[Symbol.asyncDispose]();
      expect(await readdir(scratch)).toEqual([]);
    },
  );

  it('numbers that are none are missing', async () => {
    const { table } = await spoolWhole(
      tableOf([{ name: 'a', type: 'number' }], [[Number.NaN], [Number.POSITIVE_INFINITY], [-0]]),
      scratch,
    );
    expect(await rowsOf(table)).toEqual([[null], [null], ['0']]);
  });

  it('leaves nothing behind when the source fails after many rows', async () => {
    async function* failing(): AsyncGenerator<Row[]> {
      yield Array.from({ length: 5_000 }, (_, n): Row => [n]);
      throw new Error('gone');
    }
    const table: Table = { columns: [{ name: 'a', type: 'any' }], batches: failing() };
    await expect(spoolWhole(table, scratch)).rejects.toThrow('gone');
    expect(await readdir(scratch)).toEqual([]);
  });
});

describe('spoolToFolder', () => {
  it('keeps the declared types, and marks the integers that 64 bits cannot hold', async () => {
    const columns = [
      { name: 'a', type: 'integer', needsNoEscaping: true },
      { name: 'a', type: 'integer' },
      { name: 'n', type: 'number' },
      { name: 'any', type: 'any' },
    ] as const;
    const rows = [
      ['1', '9223372036854775808', '1.50', 'x'],
      [2n, -(2n ** 63n), null, 'y'],
    ];
    await using spooled = await spoolToFolder(tableOf(columns, rows), scratch);
    expect((await readDescription(spooled.folder)).columns).toEqual([
      { name: 'a', type: 'integer', needsNoEscaping: true, exceedsInt64: false },
      { name: 'a_2', type: 'integer', needsNoEscaping: false, exceedsInt64: true },
      { name: 'n', type: 'number', needsNoEscaping: false, exceedsInt64: false },
      { name: 'any', type: 'any', needsNoEscaping: false, exceedsInt64: false },
    ]);
    expect(await rowsOf(spooled.table)).toEqual([
      ['1', '9223372036854775808', '1.50', 'x'],
      ['2', '-9223372036854775808', null, 'y'],
    ]);
  });

  it('stores even a table without rows, and removes it when it is disposed of', async () => {
    const spooled = await spoolToFolder(tableOf([{ name: 'a', type: 'string' }], []), scratch);
    expect(await readdir(spooled.folder)).toHaveLength(3);
    expect(await rowsOf(spooled.table)).toEqual([]);
    await spooled[Symbol.asyncDispose]();
    expect(await readdir(scratch)).toEqual([]);
  });

  it('stops when its caller goes away, and leaves nothing behind', async () => {
    const leaving = new AbortController();
    async function* endless(): AsyncGenerator<Row[]> {
      for (let n = 0; ; n++) {
        if (n === 30) leaving.abort(new Error('gone'));
        yield Array.from({ length: 1_000 }, (_, at): Row => [`row ${n} ${at}`]);
      }
    }
    const table: Table = { columns: [{ name: 'a', type: 'string' }], batches: endless() };
    await expect(spoolToFolder(table, scratch, leaving.signal)).rejects.toThrow('gone');
    expect(await readdir(scratch)).toEqual([]);
  });
});
