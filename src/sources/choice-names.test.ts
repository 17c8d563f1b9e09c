import { expect, test } from 'vitest';
import { refuseUnknownFields, thereIs } from './choice-names.ts';

const known = { kind: 'field of the table', names: ['Name', 'a "b"'] };

test('known fields pass', () => {
  expect(() => refuseUnknownFields(['a "b"', 'Name'], known)).not.toThrow();
});

test.each([
  [['Name', 'x', 'y'], 'names no field of the table: "x", "y". There is: "Name", "a \\"b\\"".'],
  [[], 'is empty. There is: "Name", "a \\"b\\"".'],
])('the fields %j are refused with what there is', (wanted, message) => {
  expect(() => refuseUnknownFields(wanted, known)).toThrow(
    expect.objectContaining({ name: 'ChoiceError', part: 'fields', message }),
  );
});

test('a source may know its fields by more than their names', () => {
  const isKnown = (wanted: string): boolean => wanted === 'fld1';
  expect(() => refuseUnknownFields(['fld1'], { ...known, isKnown })).not.toThrow();
  expect(() => refuseUnknownFields(['Name'], { ...known, isKnown })).toThrow('names no field');
});

test('what there is is listed, and how many more there are', () => {
  const names = Array.from({ length: 53 }, (_, n) => `n${n}`);
  expect(thereIs(names.slice(0, 50))).toMatch(/, "n49"\.$/);
  expect(thereIs(names)).toMatch(/, "n49" and 3 more\.$/);
  expect(thereIs([])).toBe('There is none.');
});
