import fc from 'fast-check';
import { expect, test } from 'vitest';
import { valueText } from './value-text.ts';

test.each([
  ['1.50', '1.5'],
  ['1e3', '1000'],
  ['1E-2', '0.01'],
  ['-0', '0'],
  ['-0.0', '0'],
  ['0.000001', '0.000001'],
  ['0.0000001', '1e-7'],
  ['0.30000000000000004', '0.30000000000000004'],
  ['12345678901234567890', '12345678901234567890'],
  ['-9007199254740993', '-9007199254740993'],
  ['12345678901234567.0', '12345678901234568'],
  ['1e400', null],
  ['', null],
  ['word', null],
])('the written number %s is %s', (written, text) => {
  expect(valueText({ type: 'number' })(written)).toBe(text);
});

test('a written number becomes what JavaScript prints for it', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, min: -1e300, max: 1e300 }), fc.nat(15), (value, digits) => {
      for (const written of [String(value), value.toFixed(digits), value.toExponential(digits)]) {
        if (/^-?\d+$/.test(written) && !Number.isSafeInteger(Number(written))) continue;
        expect(valueText({ type: 'number' })(written)).toBe(String(Number(written)));
      }
    }),
  );
});

test('other values', () => {
  expect(valueText({ type: 'boolean' })('TRUE')).toBe('true');
  expect(valueText({ type: 'boolean' })(false)).toBe('false');
  expect(valueText({ type: 'integer' })(2n ** 70n)).toBe('1180591620717411303424');
  expect(valueText({ type: 'number' })(Number.NaN)).toBeNull();
  expect(valueText({ type: 'any' })(Number.NEGATIVE_INFINITY)).toBeNull();
  expect(valueText({ type: 'number' })(-0)).toBe('0');
  expect(valueText({ type: 'string' })('007')).toBe('007');
  expect(valueText({ type: 'json' })([{ id: 1 }])).toBe('[{"id":1}]');
  expect(valueText({ type: 'json' })('[ 1 ]')).toBe('[ 1 ]');
});
