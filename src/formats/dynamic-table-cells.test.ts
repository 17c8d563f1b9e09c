import { describe, expect, test } from 'vitest';
import type { Cell, Column } from '../table/table.ts';
import { cellWriter } from './dynamic-table-cells.ts';

const written = (type: Column['type'], cell: Cell, needsNoEscaping = false) =>
  cellWriter({ name: 'a', type, needsNoEscaping })(cell);

describe('a cell of the interactive table', () => {
  test.each<[Column['type'], Cell, string]>([
    ['integer', '42', '42'],
    ['integer', '9007199254740993', '"9007199254740993"'],
    ['integer', 9007199254740993n, '"9007199254740993"'],
    ['integer', 7n, '7'],
    ['number', '1.50', '1.5'],
    ['number', '0.1', '0.1'],
    ['number', '1E5', '100000'],
    ['number', '1e-7', '1e-7'],
    ['number', '0.12345678901234567890', '0.12345678901234568'],
    ['number', 'Infinity', 'null'],
    ['number', Number.NaN, 'null'],
    ['number', null, 'null'],
    ['boolean', 'TRUE', 'true'],
    ['boolean', 'False', 'false'],
    ['boolean', true, 'true'],
    ['json', '[{"id":1}]', '"[{\\"id\\":1}]"'],
    ['json', { a: ['x'] }, '"{\\"a\\":[\\"x\\"]}"'],
    ['json', [{ name: 'A' }, { name: 'B' }], '["A, B","[{\\"name\\":\\"A\\"},{\\"name\\":\\"B\\"}]"]'],
    ['string', '007', '"007"'],
    ['string', 'a"b\\c\n', '"a\\"b\\\\c\\n"'],
    ['string', '\ud800 \u007f \ufdd0', '"\ufffd \ufffd \ufffd"'],
    ['any', 'true', '"true"'],
    ['any', 1.5, '1.5'],
    ['any', 2n ** 64n, '"18446744073709551616"'],
  ])('of type %s: %o', (type, cell, json) => {
    expect(written(type, cell)).toBe(json);
  });

  test('of a column that needs no escaping is copied, but a number never loses digits', () => {
    expect(written('string', 'Ada', true)).toBe('"Ada"');
    expect(written('string', null, true)).toBe('null');
    expect(written('integer', '123456789012345', true)).toBe('123456789012345');
    expect(written('integer', '12345678901234567', true)).toBe('"12345678901234567"');
  });
});
