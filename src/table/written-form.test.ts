import { expect, test } from 'vitest';
import { plainForm } from './written-form.ts';

test.each([
  ['integer', 'decimal point', '1,234', '1234'],
  ['integer', 'decimal point', '5.0', '5'],
  ['integer', 'decimal point', '5.5', null],
  ['integer', 'decimal point', '-0', '0'],
  ['number', 'decimal comma', '1.234,5', '1234.5'],
  ['number', 'decimal point', '1.234,5', null],
  ['boolean', 'words', ' Yes', 'true'],
  ['boolean', 'words', '0', 'false'],
  ['boolean', 'words', 'maybe', null],
  ['boolean', 'words', 'falsehood', null],
  ['date', 'day first', '31.12.2026', '2026-12-31'],
  ['date', 'month first', '31.12.2026', null],
  ['datetime', 'year first', '2026-12-31', '2026-12-31T00:00:00'],
] as const)('in a column of type %s, %s, %j is %j', (type, form, written, plain) => {
  expect(plainForm(type, form)(written)).toBe(plain);
});
