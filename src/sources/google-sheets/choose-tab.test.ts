import { expect, test } from 'vitest';
import { chooseTab } from './choose-tab.ts';
import type { Workbook } from './schema.ts';

const grid = { rowCount: 100, columnCount: 5 };
const sheet = (sheetId: number, title: string) => ({
  sheetId,
  title,
  index: sheetId,
  sheetType: 'GRID',
  hidden: false,
});
const workbook: Workbook = {
  sheets: [
    { ...sheet(1, 'Secret'), hidden: true, gridProperties: grid },
    { ...sheet(2, 'Chart'), sheetType: 'OBJECT' },
    { ...sheet(3, 'Stock'), gridProperties: grid },
    { ...sheet(4, 'Prices'), gridProperties: grid },
  ],
  namedRanges: [
    { namedRangeId: 'n1', name: 'Prices', range: { sheetId: 3, startRowIndex: 0, startColumnIndex: 0 } },
    {
      namedRangeId: 'n2',
      name: 'Best',
      range: { sheetId: 4, startRowIndex: 2, endRowIndex: 10, startColumnIndex: 1, endColumnIndex: 9 },
    },
    { namedRangeId: 'n3', name: 'Lost', range: { sheetId: 99, startRowIndex: 0, startColumnIndex: 0 } },
  ],
};

test.each([
  [undefined, undefined, { sheetId: 3, sheetTitle: 'Stock' }],
  ['', undefined, { sheetId: 3, sheetTitle: 'Stock' }],
  [undefined, 4, { sheetId: 4, sheetTitle: 'Prices' }],
  ['Stock', 4, { sheetId: 3, sheetTitle: 'Stock' }],
  ['stock', undefined, { sheetId: 3, sheetTitle: 'Stock' }],
  ['Secret', undefined, { sheetId: 1, sheetTitle: 'Secret' }],
  ['Prices', undefined, { sheetId: 4, sheetTitle: 'Prices' }],
  ['Best', undefined, { namedRangeId: 'n2', namedRange: 'Best' }],
])('sheet %j and gid %j mean %j', (title, gid, settings) => {
  expect(chooseTab(workbook, title, gid).settings).toEqual(settings);
});

test('a named range ends where its sheet ends', () => {
  const { area } = chooseTab(workbook, 'Best', undefined);
  expect(area).toEqual({ sheetTitle: 'Prices', top: 2, bottom: 10, left: 1, right: 5 });
});

test.each([
  [
    'Stocks',
    undefined,
    /neither .* Its sheets are "Secret", "Stock", "Prices"\. Its named ranges are "Prices", /,
  ],
  [undefined, 77, /^with gid 77 is not in the spreadsheet\. Its sheets are /],
  ['Chart', undefined, /^names "Chart", which has no cells of its own\.$/],
  ['Lost', undefined, /^names the range "Lost", whose sheet is gone\.$/],
])('sheet %j and gid %j are refused', (title, gid, problem) => {
  expect(() => chooseTab(workbook, title, gid)).toThrow(problem);
});

test('a spreadsheet of charts only has no sheet to take', () => {
  const charts = { sheets: workbook.sheets.slice(0, 2), namedRanges: [] };
  expect(() => chooseTab(charts, undefined, undefined)).toThrow(/no sheet is visible/);
});
