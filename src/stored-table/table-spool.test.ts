import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tableOf } from '../../tests/support/table-of.ts';
import type { Cell, ColumnType, Row, Table } from '../table.ts';
import { spoolWhole } from './table-spool.ts';

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
