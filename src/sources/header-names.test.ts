import fc from 'fast-check';
import { expect, test } from 'vitest';
import { columnNames, namedWidth } from './header-names.ts';

test.each([
  [
    ['a', 'b'],
    ['a', 'b'],
  ],
  [
    ['a', 'a', 'a'],
    ['a', 'a_2', 'a_3'],
  ],
  [
    ['a', 'a', 'a_2'],
    ['a', 'a_3', 'a_2'],
  ],
  [
    ['a', 'A'],
    ['a', 'A'],
  ],
  [
    ['', ' ', 'x'],
    ['column_1', 'column_2', 'x'],
  ],
  [
    ['', 'column_1'],
    ['column_1_2', 'column_1'],
  ],
])('%j gives %j', (header, names) => {
  expect(columnNames(header, header.length)).toEqual(names);
});

test('columns beyond the header are named by their position', () => {
  expect(columnNames(['a'], 3)).toEqual(['a', 'column_2', 'column_3']);
});

test('any header gives different names that are not blank, and keeps the first of each name', () => {
  const header = fc.array(fc.constantFrom('', ' ', 'a', 'A', 'a_2', 'a_3', 'column_2', 'column_2_2'));
  fc.assert(
    fc.property(header, (given) => {
      const names = columnNames(given, given.length);
      expect(new Set(names).size).toBe(given.length);
      for (const [index, name] of given.entries()) {
        expect(names[index]?.trim()).not.toBe('');
        if (name.trim() !== '' && given.indexOf(name) === index) expect(names[index]).toBe(name);
      }
    }),
  );
});

test('ten thousand equal names take no longer than different ones', () => {
  const names = columnNames(new Array(10_000).fill('a'), 10_000);
  expect(names[9_999]).toBe('a_10000');
});

test.each([
  [['a', '', ''], 1],
  [['', 'b', ' '], 2],
  [['', ''], 2],
])('%j names %i columns', (header, width) => {
  expect(namedWidth(header)).toBe(width);
});
