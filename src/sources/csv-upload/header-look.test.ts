import { expect, test } from 'vitest';
import { headerLook } from './header-look.ts';

const rows = (...lines: string[]): string[][] => lines.map((line) => line.split('|'));

test.each([
  ['names above numbers', rows('id|name', '1|Ann', '2|Bo'), 'names'],
  ['numbers above numbers', rows('7|Ann', '1|Bo', '2|Cy'), 'data'],
  ['a date above dates', rows('Ann|2026-01-05', 'Bo|2026-01-06'), 'data'],
  ['money above money', rows('Ann|$5.00', 'Bo|$6.00'), 'data'],
  ['a word for a missing value', rows('N/A|5', '1|6', '2|7'), 'data'],
  ['years', rows('Country|2024|2025', 'Chad|1|2', 'Peru|3|4'), 'unclear'],
  ['counted numbers', rows('1|2|3', '4|5|6', '7|8|9'), 'doubtful'],
  ['dates above numbers', rows('Region|2026-01-01', 'North|5'), 'unclear'],
  ['texts above texts', rows('name|city', 'Ann|Bonn', 'Bo|Kiel'), 'unclear'],
  ['a text that comes again', rows('Ann|Germany', 'Bo|France', 'Cy|Germany'), 'data'],
  ['the whole header again', rows('name|city', 'Ann|Bonn', 'name|city'), 'unclear'],
  ['numbers alone', rows('7|8.5'), 'data'],
  ['names alone', rows('id|name'), 'unclear'],
])('%s', (_what, [first = [], ...below], look) => {
  expect(headerLook(first, below)).toBe(look);
});
