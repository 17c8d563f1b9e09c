import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fuzzed } from '../../../tests/support/fuzzed.ts';
import { isFiniteNumber, isShortestForm, numberShape } from './number.ts';

test.each(['0', '-0', '7', '-12', '9007199254740993'])('%s is an integer', (text) => {
  expect(numberShape(text, 0, text.length)).toBe('integer');
});

test.each(['0.5', '-1.50', '10.0', '-0.0'])('%s is a decimal number', (text) => {
  expect(numberShape(text, 0, text.length)).toBe('decimal');
});

test.each(['1e5', '1E+5', '-1.5e-10', '0e0'])('%s is a number with an exponent', (text) => {
  expect(numberShape(text, 0, text.length)).toBe('scientific');
});

test.each([
  '',
  '-',
  '007',
  '-01',
  '+7',
  '.5',
  '1.',
  '1.e5',
  '1e',
  '1e+',
  'e5',
  '1e5-A',
  ' 7',
  '7 ',
  '1,5',
  'NaN',
  '0x1',
  '--1',
  '1.2.3',
  '٣',
])('"%s" is none', (text) => {
  expect(numberShape(text, 0, text.length)).toBe('none');
});

const around = (written: string): [string, number, number] => [`9${written}9`, 1, written.length + 1];

test('agrees with the grammar on any text, wherever it stands', () => {
  const texts = fc.oneof(
    fc.string({ unit: fc.constantFrom('0', '1', '9', '-', '+', '.', 'e', 'E', ' ') }),
    fc.double().map(String),
    fc.bigInt().map(String),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const isNumber = /^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$/.test(text);
      expect(numberShape(...around(text)) !== 'none').toBe(isNumber);
    }),
    { numRuns: fuzzed(5000) },
  );
});

test('the shortest form is the one that JavaScript writes', () => {
  const digits = (maxLength: number) =>
    fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength });
  const decimals = fc
    .tuple(fc.constantFrom('', '-'), fc.nat().map(String), digits(18))
    .map(([sign, whole, fraction]) => `${sign}${whole}.${fraction}`);
  const small = digits(10).map((fraction) => `0.${fraction}`);
  const written = fc.oneof(
    decimals,
    small,
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
    fc.integer().map(String),
  );
  fc.assert(
    fc.property(written, (text) => {
      expect(isShortestForm(...around(text), numberShape(...around(text)))).toBe(
        String(Number(text)) === text,
      );
    }),
    { numRuns: fuzzed(5000) },
  );
});

test.each([
  ['1e308', true],
  ['1e309', false],
  ['9'.repeat(308), true],
  ['9'.repeat(309), false],
])('%s is finite: %s', (text, finite) => {
  expect(isFiniteNumber(text, 0, text.length, numberShape(text, 0, text.length))).toBe(finite);
});
