import { expect, test } from 'vitest';
import { uniqueNames } from './unique-names.ts';

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
    ['a_2', 'a', 'a', 'a_2'],
    ['a_2', 'a', 'a_3', 'a_2_2'],
  ],
  [
    ['', ''],
    ['', '_2'],
  ],
  [
    ['Name', 'name'],
    ['Name', 'name'],
  ],
  [
    ['__proto__', '__proto__', 'constructor'],
    ['__proto__', '__proto___2', 'constructor'],
  ],
])('%j becomes %j', (names, unique) => {
  expect(uniqueNames(names)).toEqual(unique);
});

test('many equal names are numbered in linear time', () => {
  const names = uniqueNames(Array.from({ length: 20_000 }, () => 'same'));
  expect(new Set(names).size).toBe(20_000);
  expect(names.at(-1)).toBe('same_20000');
});
