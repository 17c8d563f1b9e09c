/** The part of the formula language that the emulated Airtable supports. */
import { describe, expect, it } from 'vitest';
import type { AirtableTable } from './airtable-data.ts';
import { compileFormula } from './airtable-formula.ts';

const table: AirtableTable = {
  id: 'tblFormula0000001',
  name: 'Formula',
  primaryFieldId: 'fldName0000000001',
  fields: [
    { id: 'fldName0000000001', name: 'Name', type: 'singleLineText' },
    { id: 'fldPieces00000001', name: 'Number of pieces', type: 'number' },
    { id: 'fldDone0000000001', name: 'Done', type: 'checkbox' },
  ],
  views: [],
  records: [
    record('a', { fldName0000000001: "O'Neil", fldPieces00000001: 3, fldDone0000000001: true }),
    record('b', { fldName0000000001: 'Brandt', fldPieces00000001: 0 }),
    record('c', {}),
  ],
};

function record(letter: string, cells: Record<string, unknown>) {
  return { id: `rec${letter.repeat(14)}`, createdTime: '2026-01-01T00:00:00.000Z', cells };
}

function kept(formula: string): string {
  const keep = compileFormula(formula, table, (_, value) => String(value));
  return table.records
    .filter(keep)
    .map(({ id }) => id.charAt(3))
    .join('');
}

describe('a formula', () => {
  it.each([
    ["RECORD_ID()='recaaaaaaaaaaaaaa'", 'a'],
    ['OR(RECORD_ID()=\'recaaaaaaaaaaaaaa\', RECORD_ID() = "reccccccccccccccc")', 'ac'],
    ["OR(OR(RECORD_ID()='recaaaaaaaaaaaaaa'),RECORD_ID()='recbbbbbbbbbbbbbb',1<0)", 'ab'],
    ["{Name}='O\\'Neil'", 'a'],
    ['Name="Brandt"', 'b'],
    ["{fldName0000000001}!=''", 'ab'],
    ["{Name}=''", 'c'],
    ['{Name}=BLANK()', 'c'],
    ['{Number of pieces}=0', 'b'],
    ['{Number of pieces}>=-1', 'ab'],
    ['{Number of pieces}', 'a'],
    ['{Done}', 'a'],
    ['{Done}=TRUE()', 'a'],
    ['NOT({Done})', 'bc'],
    ["AND({Done},(Name!='x'))", 'a'],
    ['1', 'abc'],
    ['FALSE()', ''],
  ])('%s keeps %s', (formula, letters) => {
    expect(kept(formula)).toBe(letters);
  });

  it.each([
    '',
    '{Gone}',
    'Gone = 1',
    'OR(',
    'OR()',
    'OR(1',
    "{Name}=='a'",
    '"open',
    'SUM(1)',
    'RECORD_ID(1)',
    '1 2',
    '{Name',
  ])('%s is invalid', (formula) => {
    expect(() => kept(formula)).toThrow('INVALID_FILTER_BY_FORMULA');
  });
});
