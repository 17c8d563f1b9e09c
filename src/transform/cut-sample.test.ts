import { describe, expect, it } from 'vitest';
import type { Cell, Column, ColumnType } from '../table/table.ts';
import { cutSample } from './cut-sample.ts';
import { heldTable } from './first-rows.ts';

const column = (type: ColumnType, name = 'a'): Column => ({ name, type });
const ofOne = (type: ColumnType, ...cells: Cell[]) =>
  heldTable(
    [column(type)],
    cells.map((cell) => [cell]),
  );
const long = 'x'.repeat(1_001);
const beginning = `${'x'.repeat(1_000)}…`;

describe('cells', () => {
  it('have at most 1,000 characters and the mark, and shorter ones stay', () => {
    const { rows, columns, leftOut } = cutSample(ofOne('string', long, 'x'.repeat(1_000), null), 1e6);
    expect(rows).toEqual([[beginning], ['x'.repeat(1_000)], [null]]);
    expect([columns[0]?.type, leftOut]).toEqual(['string', { cells: 1, rows: 0, columns: 0 }]);
  });

  it('of numbers and of JSON become texts when they are cut, and the others keep their value', () => {
    const digits = cutSample(ofOne('integer', '7'.repeat(1_200), 5, '1.50'), 1e6);
    expect(digits).toMatchObject({
      columns: [{ name: 'a', type: 'any' }],
      types: ['integer'],
      rows: [[`${'7'.repeat(1_000)}…`], [5], ['1.50']],
    });
    const lists = cutSample(ofOne('json', [long], '[1]', { a: 1 }, 'no JSON'), 1e6);
    expect(lists.rows).toEqual([[`["${'x'.repeat(998)}…`], [[1]], [{ a: 1 }], ['no JSON']]);
  });

  it('that were not cut leave the column as it is', () => {
    const { columns, rows } = cutSample(ofOne('json', [1], '[2]'), 1e6);
    expect([columns, rows]).toEqual([[column('json')], [[[1]], ['[2]']]]);
  });
});

describe('the room', () => {
  const square = heldTable(
    Array.from({ length: 20 }, (_, at) => column('string', `c${at}`)),
    Array.from({ length: 10 }, () => Array.from({ length: 20 }, () => 'x'.repeat(100))),
  );

  it.each([10, 1_000, 3_000, 10_000, 1e6])('of %i bytes is kept: fewer rows, then fewer columns', (room) => {
    const { rows, columns, bytes, leftOut } = cutSample(square, room);
    expect([rows.length + leftOut.rows, columns.length + leftOut.columns]).toEqual([10, 20]);
    expect(rows.every((row) => row.length === columns.length)).toBe(true);
    expect(columns.length === 1 || bytes <= room).toBe(true);
    expect(leftOut.columns === 0 || rows.length === 1).toBe(true);
  });

  it('is for a table without rows its columns', () => {
    expect(cutSample(heldTable([column('string')], []), 1_000)).toMatchObject({
      rows: [],
      columns: [{ name: 'a' }],
      leftOut: { cells: 0, rows: 0, columns: 0 },
    });
  });

  it('does not go to a long name', () => {
    const { columns } = cutSample(heldTable([column('string', long)], []), 1e6);
    expect(columns[0]?.name).toBe(beginning);
  });
});
