import { expect, test } from 'vitest';
import { jsonCell } from './json-cell.ts';

const textCell = jsonCell({ name: 'a', type: 'string' });

test.each([
  ['plain', '"plain"'],
  ['grün 山 🙂 / <b> \u007f', '"grün 山 🙂 / <b> \u007f"'],
  ['"\\\n\u0001', '"\\"\\\\\\n\\u0001"'],
  ['\ud800', '"\\ud800"'],
  [null, 'null'],
])('the text %j is %s', (cell, json) => {
  expect(textCell(cell)).toBe(json);
});

test('cells of other columns are values, not strings', () => {
  expect(jsonCell({ name: 'a', type: 'integer' })('90071992547409931')).toBe('90071992547409931');
  expect(jsonCell({ name: 'a', type: 'boolean' })('False')).toBe('false');
  expect(jsonCell({ name: 'a', type: 'json' })('{"a":1.0}')).toBe('{"a":1.0}');
  expect(jsonCell({ name: 'a', type: 'any' })(Number.POSITIVE_INFINITY)).toBe('null');
});
