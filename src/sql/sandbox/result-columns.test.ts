import type { SQLOutputValue } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import type { Cell, ColumnType } from '../../table/table.ts';
import { ResultColumns, TypeMismatch } from './result-columns.ts';

const mega = 1024 * 1024;
const blob = (...bytes: number[]): Uint8Array<ArrayBuffer> => Uint8Array.from(bytes);

/** One result column with these values, of a column of the table if a type is given. */
function read(values: readonly SQLOutputValue[], type?: ColumnType) {
  const column = { name: 'a', origin: type && 'A' };
  const columns = new ResultColumns([column], type ? new Map([['A', type]]) : new Map(), new Set());
  const cells = values.map((value) => columns.row([value])[0]);
  return { cells, columns };
}

const typeOf = (values: readonly SQLOutputValue[], type?: ColumnType): ColumnType | undefined =>
  read(values, type).columns.described()[0]?.type;
const isPlain = (...values: readonly SQLOutputValue[]): boolean | undefined =>
  read(values).columns.described()[0]?.needsNoEscaping;

describe('the type of a result column', () => {
  const [integer, real, text] = [1n, 1.5, 'x'];
  test.each<[readonly SQLOutputValue[], ColumnType | undefined, ColumnType]>([
    [[], undefined, 'string'],
    [[null], undefined, 'string'],
    [[integer, null], undefined, 'integer'],
    [[real], undefined, 'number'],
    [[integer, real], undefined, 'number'],
    [[text, null], undefined, 'string'],
    [[blob(1)], undefined, 'string'],
    [[integer, text], undefined, 'any'],
    [[real, text], undefined, 'any'],
    [[integer, real, text], undefined, 'any'],
    [[], 'boolean', 'boolean'],
    [[0n, 1n], 'boolean', 'boolean'],
    [[null], 'json', 'json'],
    [['[1]'], 'json', 'json'],
    [[], 'integer', 'integer'],
    [[integer], 'integer', 'integer'],
    [['9223372036854775808', integer], 'integer', 'integer'],
    [[integer, real], 'integer', 'number'],
    [[null], 'number', 'number'],
    [[integer], 'number', 'integer'],
    [[real], 'number', 'number'],
    [[text], 'number', 'string'],
    [[text], 'string', 'string'],
    [[integer], 'string', 'integer'],
  ])('of %o, from %s: %s', (values, from, type) => {
    expect(typeOf(values, from)).toBe(type);
  });

  test('is of its values alone where it is known not to fit', () => {
    const columns = new ResultColumns(
      [
        { name: 'a', origin: 'A' },
        { name: 'b', origin: 'A' },
      ],
      new Map([['A', 'boolean']]),
      new Set([1]),
    );
    expect(columns.row([1n, 2n])).toEqual([true, 2]);
    expect(columns.described().map(({ type }) => type)).toEqual(['boolean', 'integer']);
  });
});

describe('a cell', () => {
  test.each<[SQLOutputValue, ColumnType | undefined, Cell]>([
    [null, undefined, null],
    ['x', undefined, 'x'],
    [7n, undefined, 7],
    [9_007_199_254_740_991n, undefined, 9_007_199_254_740_991],
    [9_007_199_254_740_992n, undefined, 9_007_199_254_740_992n],
    [1.5, undefined, 1.5],
    [blob(0, 255), undefined, '00ff'],
    [0n, 'boolean', false],
    [1n, 'boolean', true],
    ['{"a":1}', 'json', '{"a":1}'],
    ['-12', 'integer', '-12'],
    [1.5, 'integer', 1.5],
  ])('%o from %s', (value, type, cell) => {
    expect(read([value], type).cells).toEqual([cell]);
  });

  test.each<[SQLOutputValue, ColumnType]>([
    [2n, 'boolean'],
    [-1n, 'boolean'],
    [1.5, 'boolean'],
    ['true', 'boolean'],
    [1n, 'json'],
    [1.5, 'json'],
    ['{', 'json'],
    ['1.5', 'integer'],
    ['x1', 'integer'],
    ['1x', 'integer'],
    ['', 'integer'],
  ])('%o does not fit %s', (value, type) => {
    const columns = new ResultColumns(
      [
        { name: 'a', origin: undefined },
        { name: 'b', origin: 'B' },
      ],
      new Map([['B', type]]),
      new Set(),
    );
    const misfit = new TypeMismatch(1);
    expect(misfit).toMatchObject({ column: 1, message: 'column 1 is not of its type' });
    expect(() => columns.row([null, value])).toThrow(misfit);
  });
});

describe('needs no escaping', () => {
  test.each(['', 'Ann 1', 'é\u00a0日', '-', '!#%(;=?[]~'])('%j', (text) => {
    expect(isPlain(text)).toBe(true);
  });

  test.each(['"', '&', "'", '<', '>', '\\', '\n', '\u007f', '\u009f', '\u{1f600}', '\ufdd0', '\uffff'])(
    'unlike %j',
    (text) => {
      expect(isPlain(`x${text}y`)).toBe(false);
      expect(isPlain(text, 'plain')).toBe(false);
      expect(isPlain('plain', text)).toBe(false);
    },
  );

  test('no more than a number that no format can write', () => {
    expect(isPlain(1.5)).toBe(true);
    expect(isPlain(Number.POSITIVE_INFINITY, 1.5)).toBe(false);
  });
});

test('an integer column with texts in it exceeds 64 bits', () => {
  const stored = (values: readonly SQLOutputValue[], type?: ColumnType) =>
    read(values, type).columns.stored();
  const plain = { name: 'a', needsNoEscaping: true };
  expect(stored(['9223372036854775808'], 'integer')).toEqual([
    { ...plain, type: 'integer', exceedsInt64: true },
  ]);
  expect(stored([1n], 'integer')).toEqual([{ ...plain, type: 'integer', exceedsInt64: false }]);
  expect(stored(['x'])).toEqual([{ ...plain, type: 'string', exceedsInt64: false }]);
});

describe('the size of a result', () => {
  const tooLong = 'a cell of the result is longer than the limit of 1 MB';
  const columnsOf = (count: number) =>
    new ResultColumns(
      Array.from({ length: count }, (_, i) => ({ name: `c${i}`, origin: undefined })),
      new Map(),
      new Set(),
    );

  test('of a cell', () => {
    expect(columnsOf(1).row(['x'.repeat(mega)])).toHaveLength(1);
    expect(() => columnsOf(1).row(['x'.repeat(mega + 1)])).toThrow(tooLong);
    expect(columnsOf(1).row([new Uint8Array(mega / 2)])).toHaveLength(1);
    expect(() => columnsOf(1).row([new Uint8Array(mega / 2 + 1)])).toThrow(tooLong);
  });

  test('of a row', () => {
    const full = [...new Array(15).fill('x'.repeat(mega)), new Uint8Array(mega / 2)];
    expect(columnsOf(16).row(full)).toHaveLength(16);
    for (const more of ['x', blob(1)]) {
      expect(() => columnsOf(17).row([...full, more])).toThrow(
        'a row of the result is longer than the limit of 16 MB',
      );
    }
  });
});
