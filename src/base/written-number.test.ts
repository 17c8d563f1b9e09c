import { expect, test } from 'vitest';
import { plainNumber } from './written-number.ts';

test.each([
  ['12', 'point', '12'],
  ['$1,234.50', 'point', '1234.50'],
  ['1.234,50 €', 'comma', '1234.50'],
  ['12 %', 'point', '12'],
  ['-5%', 'point', '-5'],
  ['(1,000)', 'point', '-1000'],
  ['5-', 'point', '-5'],
  ['1 234,5', 'comma', '1234.5'],
  ["1'234.5", 'point', '1234.5'],
  ['USD 7', 'point', '7'],
  ['007', 'point', '7'],
  ['+3', 'point', '3'],
  ['.5', 'point', '0.5'],
  ['1e3', 'point', '1e3'],
  ['5.555', 'comma', '5555'],
  ['5.555', 'point', '5.555'],
])('%j with a decimal %s is %s', (written, mark, plain) => {
  expect(plainNumber(written, mark === 'comma' ? 'comma' : 'point')).toBe(plain);
});

test.each([
  '',
  'x',
  '1,5',
  '12,34.5',
  '1.2.3',
  '--5',
  '(5',
  '5 5',
  '1,234 567',
  '2026-01-05',
  '9'.repeat(70),
])('%j is none with a decimal point', (written) => {
  expect(plainNumber(written, 'point')).toBeNull();
});

test('a long text of digits and signs takes no time', () => {
  for (const sign of ['1 ', '1,', "1'", '1.', ' ']) expect(plainNumber(sign.repeat(32), 'point')).toBeNull();
});
