import { expect, test } from 'vitest';
import type { Cell, ColumnType } from '../table/table.ts';
import { linkedRecords } from './record-names.ts';

const namesOf = (type: ColumnType, cell: Cell) => linkedRecords(cell, { name: 'a', type })?.names;

test.each<[ColumnType, Cell, string | undefined]>([
  ['json', '[{"id":"r1","name":"Ann"},{"id":"r2","name":"Bo"}]', 'Ann, Bo'],
  ['json', '[\n  {"name": "Ann"}\n]', 'Ann'],
  ['json', '[[{"name":"Ann"}]]', undefined],
  ['json', [{ id: 'r1', name: 'Ann' }, { name: '' }], 'Ann, '],
  ['any', [{ name: 'Ann' }], 'Ann'],
  ['string', '[{"name":"Ann"}]', 'Ann'],
  ['json', '[]', ''],
  ['string', '[]', undefined],
  ['json', '["Ann"]', undefined],
  ['json', '[{"name":"Ann"},{"id":"r2"}]', undefined],
  ['json', '[{"name":"Ann"},null]', undefined],
  ['json', '[{"name":5}]', undefined],
  ['json', '{"name":"Ann"}', undefined],
  ['json', { name: 'Ann' }, undefined],
  ['string', '[{"name":"Ann"', undefined],
  ['string', 'Ann', undefined],
  ['any', 5, undefined],
  ['json', null, undefined],
])('in a column of type %s, %j is shown as %j', (type, cell, names) => {
  expect(namesOf(type, cell)).toBe(names);
});

test('the value stays as it was written', () => {
  const written = '[ {"name": "Ann"} ]';
  expect(linkedRecords(written, { name: 'a', type: 'json' })?.json).toBe(written);
});

test('a very long list is not read', () => {
  const list = (length: number) => `[{"name":"${'x'.repeat(length)}"}]`;
  expect(namesOf('json', list(60_000))).toHaveLength(60_000);
  expect(namesOf('json', list(70_000))).toBeUndefined();
});
