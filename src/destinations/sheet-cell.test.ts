import { describe, expect, it } from 'vitest';
import type { Cell, ColumnType } from '../table/table.ts';
import { sheetCell } from './sheet-cell.ts';

describe('sheetCell', () => {
  it.each<[ColumnType, Cell, string | number | boolean]>([
    ['string', 'x', 'x'],
    ['string', '', ''],
    ['string', '=1+1', '=1+1'],
    ['string', '007', '007'],
    ['string', 'true', 'true'],
    ['string', 'a\ud800b', 'a\ufffdb'],
    ['string', null, ''],
    ['any', '12', '12'],
    ['any', 12, 12],
    ['any', true, true],
    ['any', null, ''],
    ['number', 1.5, 1.5],
    ['number', '1.50', 1.5],
    ['number', '-0.25e3', -250],
    ['number', ' ', ''],
    ['number', '', ''],
    ['number', 'NaN', ''],
    ['number', '1e999', ''],
    ['number', Number.NaN, ''],
    ['number', Number.POSITIVE_INFINITY, ''],
    ['number', 1e300, 1e300],
    ['number', '0.1234567890123456789', 0.12345678901234568],
    ['integer', '42', 42],
    ['integer', '9007199254740991', 9_007_199_254_740_991],
    ['integer', '9007199254740993', '9007199254740993'],
    ['integer', '-9007199254740993', '-9007199254740993'],
    ['integer', '00000000000000000042', 42],
    ['integer', 42n, 42],
    ['integer', 12345678901234567890n, '12345678901234567890'],
    ['integer', 2 ** 60, '1152921504606847000'],
    ['boolean', true, true],
    ['boolean', false, false],
    ['boolean', 'TRUE', true],
    ['boolean', 'False', false],
    ['boolean', '', ''],
    ['boolean', 'yes', ''],
    ['json', [{ id: 'rec1', name: 'Ada' }], '[{"id":"rec1","name":"Ada"}]'],
    ['json', { a: null }, '{"a":null}'],
    ['json', '[{"id":1}]', '[{"id":1}]'],
    ['any', [], '[]'],
  ])('converts %s %o to %o', (type, cell, value) => {
    expect(sheetCell({ type })(cell)).toBe(value);
  });

  it('makes a number of one with a decimal comma', () => {
    const cell = sheetCell({ type: 'number', decimal: 'comma' });
    expect(['1.234,56', '99,90', '1.000', null].map(cell)).toEqual([1234.56, 99.9, 1000, '']);
  });
});
