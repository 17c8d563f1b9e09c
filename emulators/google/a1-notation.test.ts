import { describe, expect, it } from 'vitest';
import { clipToGrid, columnLetters, parseCells, rangeText, resolveRange } from './a1-notation.ts';
import type { GoogleSheet, GoogleSpreadsheet } from './google-data.ts';

function sheet(sheetId: number, title: string, more: Partial<GoogleSheet> = {}): GoogleSheet {
  return { sheetId, title, rowCount: 100, columnCount: 5, sheetType: 'GRID', rows: [], ...more };
}

const book: GoogleSpreadsheet = {
  id: 'x',
  title: 'x',
  locale: 'en_US',
  timeZone: 'Etc/GMT',
  sheets: [
    sheet(1, 'Secret', { hidden: true }),
    sheet(2, 'First'),
    sheet(3, 'AB12'),
    sheet(4, "It's"),
    sheet(5, 'My Sheet'),
    sheet(6, 'Graph', { sheetType: 'OBJECT' }),
    sheet(7, 'Both'),
    sheet(8, 'a:b!c'),
  ],
  namedRanges: [
    { namedRangeId: 'n', name: 'Both', sheetId: 2, startRow: 1, endRow: 3, startColumn: 0, endColumn: 2 },
    { namedRangeId: 'o', name: 'Orphan', sheetId: 99, startRow: 0, endRow: 1, startColumn: 0, endColumn: 1 },
  ],
};

function echo(text: string): string {
  const range = resolveRange(book, text);
  return rangeText(range.sheet, clipToGrid(range));
}

describe('parseCells', () => {
  it.each([
    ['A1', [0, 1, 0, 1]],
    ['$B$2', [1, 2, 1, 2]],
    ['b2:A1', [0, 2, 0, 2]],
    ['A:C', [0, Infinity, 0, 3]],
    ['2:5', [1, 5, 0, Infinity]],
    ['A2:C', [1, Infinity, 0, 3]],
    ['A2:5', [1, 5, 0, Infinity]],
    ['ZZZ1', [0, 1, 18_277, 18_278]],
  ])('reads %s', (text, [startRow, endRow, startColumn, endColumn]) => {
    expect(parseCells(text)).toEqual({ startRow, endRow, startColumn, endColumn });
  });

  it.each(['', 'A', '5', 'A0', 'ABCD1', 'A1:B2:C3', 'A:5', 'A1:', ':', '1A', 'A-1'])('refuses %s', (text) => {
    expect(parseCells(text)).toBeUndefined();
  });
});

describe('resolveRange', () => {
  it.each([
    ['A1:B2', 'First!A1:B2'],
    ['First', 'First!A1:E100'],
    ['first!a1', 'First!A1'],
    ["'First'!A2:C", 'First!A2:C100'],
    ['First!99:200', 'First!A99:E100'],
    ["'AB12'", "'AB12'!A1:E100"],
    ['AB12!A1', "'AB12'!A1"],
    ["'It''s'!B:B", "'It''s'!B1:B100"],
    ['My Sheet', "'My Sheet'!A1:E100"],
    ["'a:b!c'!A1", "'a:b!c'!A1"],
    ['Secret!A1', 'Secret!A1'],
    ['Both', 'First!A2:B3'],
    ["'Both'", 'Both!A1:E100'],
  ])('reads %s as %s', (text, expected) => {
    expect(echo(text)).toBe(expected);
  });

  it.each([
    "It's",
    "'First",
    'First!',
    'Gone',
    "'Gone'!A1",
    'a:b!c!A1',
    'Graph',
    "'Graph'!A1",
    'Orphan',
    '',
    '!A1',
  ])('cannot parse %s', (text) => {
    expect(() => resolveRange(book, text)).toThrow(`Unable to parse range: ${text}`);
  });

  it('reads a title without quotes that looks like a cell as the cell', () => {
    expect(() => echo('AB12')).toThrow(
      'Range (First!AB12) exceeds grid limits. Max rows: 100, max columns: 5',
    );
  });

  it('refuses only a start outside the grid', () => {
    expect(() => echo('First!A101:B102')).toThrow('Range (First!A101:B102) exceeds grid limits.');
    expect(() => echo('First!F:G')).toThrow('exceeds grid limits');
    expect(echo('First!E100:Z999')).toBe('First!E100');
  });
});

it('names columns', () => {
  expect([0, 25, 26, 51, 701, 702, 18_277].map(columnLetters)).toEqual([
    'A',
    'Z',
    'AA',
    'AZ',
    'ZZ',
    'AAA',
    'ZZZ',
  ]);
});
