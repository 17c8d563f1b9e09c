/**
 * The Google Sheets source against the emulated Google, by plain calls: sheet names that look like cells, named
 * ranges, hidden and chart sheets, dates in many patterns, refusals, and a long sheet (contract 1.3).
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import type { Cell, GoogleSheet, SerialCell } from '../../emulators/google/google-data.ts';
import { type GoogleEmulator, startGoogleEmulator } from '../../emulators/google/google-emulator.ts';
import { googleFaults } from '../../emulators/google/google-faults.ts';
import { fillSheet, type SeededGoogle, seedGoogle } from '../../emulators/google/google-seed.ts';
import { type CallPlatform, PlatformRefusal } from '../../src/platform/platform-request.ts';
import { googleSheets } from '../../src/sources/google-sheets/source.ts';
import type { FetchRequest } from '../../src/sources/source.ts';
import type { Row } from '../../src/table/table.ts';
import { noUpload } from '../support/no-upload.ts';

let google: GoogleEmulator;
let seeded: SeededGoogle;
let call: CallPlatform;

beforeAll(async () => {
  google = await startGoogleEmulator();
  google.limits = { readsPerUser: null, readsPerProject: null, writesPerUser: null, writesPerProject: null };
  call = caller(google.addGrant().accessToken);
});

beforeEach(() => {
  google.api.clearFaults();
  google.spreadsheets.length = 0;
  seeded = seedGoogle(google);
});

afterAll(() => google.close());

const refusalShape = z.object({ error: z.object({ status: z.string(), message: z.string() }) });

function caller(accessToken: string): CallPlatform {
  return async ({ path }) => {
    const answer = await fetch(google.api.origin + path, {
      headers: { authorization: `Bearer ${accessToken}` },
    });
    const json: unknown = await answer.json();
    if (answer.ok) return { status: answer.status, headers: {}, json };
    const { error } = refusalShape.parse(json);
    throw new PlatformRefusal(answer.status, error.status, error.message);
  };
}

async function choose(
  sheet?: string,
  spreadsheet = seeded.spreadsheetId,
  fields: readonly string[] | null = null,
) {
  return googleSheets.choice.choose({ choice: { spreadsheet, sheet }, fields, call });
}

async function read(settings: unknown, more: Partial<FetchRequest> = {}) {
  const request = { settings, fields: null, allFields: false, openUpload: noUpload, call, ...more };
  const { columns, batches } = await googleSheets.fetch(request);
  const rows: Row[] = [];
  for await (const batch of batches) rows.push(...batch);
  return { columns: columns.map(({ name }) => name), rows };
}

function sheetNamed(title: string): GoogleSheet {
  const sheet = google.spreadsheets[0]?.sheets.find((one) => one.title === title);
  if (!sheet) throw new Error(`no sheet ${title}`);
  return sheet;
}

function addSheet(title: string, rows: Cell[][]): void {
  const sheet = { sheetId: 900, title, rowCount: 1000, columnCount: 26, sheetType: 'GRID' as const, rows };
  google.spreadsheets[0]?.sheets.push(sheet);
}

test('the first visible sheet, with all its kinds of cells', async () => {
  const { settings, name } = await choose();
  expect(name).toBe('Inventory');
  const { columns, rows } = await read(settings);
  expect(columns).toEqual(
    'Item,SKU,Qty,Price,Discount,In stock,Warehouse,Added,Counted at,Opens,Work time,Value,Note'.split(','),
  );
  expect(rows).toHaveLength(199);
  const [date, time] = ['2024-01-11', '2024-01-11T01:15:00'];
  expect(rows[5]?.slice(0, 7)).toEqual(['Lamp, ash', '000185', 35, 30.75, 0, true, "L'Aquila"]);
  expect(rows[5]?.slice(7)).toEqual([date, time, '08:00:00', '27:30:00', 1076.25, null]);
  expect(rows[8]).toEqual(['Shelf, ash', '000296', 56, ...new Array(10).fill(null)]);
  expect(rows[49]?.[11]).toBe('#N/A');
});

test.each([
  ['CRM26', ['Ahmadi & Co.', '2023-01-01', 3]],
  ['Q1: Ada\'s "best" list!', [1, 'Lamp, oak']],
  ['Archive 2019', [2018, 1200]],
])('the sheet %s', async (title, firstRow) => {
  const { settings } = await choose(title);
  expect((await read(settings)).rows[0]).toEqual(firstRow);
});

test('blank, repeated and missing headers, under empty rows', async () => {
  const { settings } = await choose('Headers');
  expect(await read(settings)).toEqual({
    columns: ['Name', 'column_2', 'Name_2', '2024', 'TRUE', 'Name ', 'column_7'],
    rows: [
      ['first', 'no header', 'again', 1, false, 'x', 'beyond the headers'],
      ['after a gap', null, null, null, null, null, null],
    ],
  });
});

test('a named range, also when it was renamed and moved; 409 when it is gone', async () => {
  const { settings, name } = await choose(seeded.namedRange);
  expect(name).toBe('TopItems');
  const before = await read(settings);
  expect(before.columns).toEqual(['Item', 'SKU', 'Qty', 'Price']);
  expect(before.rows).toHaveLength(10);
  sheetNamed('Inventory').rows.unshift(['Workshop'], []);
  const range = google.spreadsheets[0]?.namedRanges[0];
  if (range) Object.assign(range, { name: 'Best', startRow: 2, endRow: 13 });
  expect(await read(settings)).toEqual(before);
  google.spreadsheets[0]?.namedRanges.pop();
  await expect(read(settings)).rejects.toMatchObject({
    status: 409,
    data: 'The named range "TopItems" was deleted.',
  });
});

test('the sheet that a pasted address shows', async () => {
  const page = `https://docs.google.com/spreadsheets/d/${seeded.spreadsheetId}/edit?usp=sharing`;
  expect((await choose(undefined, `${page}#gid=${seeded.sheetIds['CRM26']}`)).name).toBe('CRM26');
  expect((await choose(undefined, page)).name).toBe('Inventory');
});

test('a wrong sheet is told with those that there are; a chart has no cells', async () => {
  await expect(choose('Inventroy')).rejects.toMatchObject({
    part: 'sheet',
    message: expect.stringMatching(/"Inventory", "CRM26", .*"TopItems"/),
  });
  await expect(choose('Chart')).rejects.toMatchObject({ part: 'sheet' });
});

test('dates in many patterns', async () => {
  const at = (serial: number, pattern: string): SerialCell => ({ serial, pattern });
  addSheet('Dates', [
    ['Pattern', 'Cell'],
    ['ISO', at(45413, 'yyyy-mm-dd')],
    ['US', at(45413, 'm/d/yyyy')],
    ['short', at(45413, 'd/m/yy')],
    ['long', at(45413, 'dddd, mmmm d, yyyy')],
    ['month', at(45413, 'mmmm yyyy')],
    ['month alone', at(45413, 'mmmm')],
    ['with time', at(45413.4375, 'm/d/yyyy h:mm:ss')],
    ['with half day', at(45413.9375, 'm/d/yyyy h:mm AM/PM')],
    ['milliseconds', at(45413 + 1.25 / 86_400, 'yyyy-mm-dd hh:mm:ss.000')],
    ['time', at(0.4375, 'h:mm')],
    ['half-day time', at(0.9375, 'h:mm:ss AM/PM')],
    ['duration', at(1.09375, '[h]:mm:ss')],
    ['minutes', at(0.0625, '[mm]:ss')],
    ['negative', at(-0.0625, '[h]:mm:ss')],
    ['before 1900', at(-1.5, 'yyyy-mm-dd hh:mm')],
    ['1900', at(61, 'm/d/yyyy')],
    ['zero', at(0, 'm/d/yyyy')],
    ['formula', { formula: '=TODAY()', value: at(46341, 'm/d/yyyy') }],
    ['text', '5/1/2024'],
    ['money', { number: 9.5, formatted: '$9.50' }],
  ]);
  const { settings } = await choose('Dates');
  expect(Object.fromEntries((await read(settings)).rows)).toEqual({
    ISO: '2024-05-01',
    US: '2024-05-01',
    short: '2024-05-01',
    long: '2024-05-01',
    month: '2024-05-01',
    'month alone': 'May',
    'with time': '2024-05-01T10:30:00',
    'with half day': '2024-05-01T22:30:00',
    milliseconds: '2024-05-01T00:00:01.250',
    time: '10:30:00',
    'half-day time': '22:30:00',
    duration: '26:15:00',
    minutes: '90:00',
    negative: '-1:30:00',
    'before 1900': '1899-12-28T12:00:00',
    '1900': '1900-03-01',
    zero: '1899-12-30',
    formula: '2026-11-15',
    text: '5/1/2024',
    money: 9.5,
  });
});

test('formulas that show nothing are missing values, and end no table', async () => {
  const nothing: Cell = { formula: '=IF(A2="";"")', value: '' };
  const rows = Array.from({ length: 9_000 }, (_, index): Cell[] => [index, nothing, nothing]);
  addSheet('Formulas', [['A', 'B', nothing, nothing], ...rows, [nothing], ['last']]);
  Object.assign(sheetNamed('Formulas'), { rowCount: 10_000 });
  const { settings } = await choose('Formulas');
  const { columns, rows: read9k } = await read(settings);
  expect(columns).toEqual(['A', 'B']);
  expect(read9k).toHaveLength(9_001);
  expect(read9k.at(-1)).toEqual(['last', null]);
});

test('a renamed sheet is read, a renamed header and a deleted sheet are 409', async () => {
  const { settings } = await choose('CRM26', seeded.spreadsheetId, ['Customer', 'Open']);
  const sheet = sheetNamed('CRM26');
  sheet.title = "Ada's CRM";
  expect((await read(settings, { fields: ['Open', 'Customer'] })).rows[0]).toEqual([3, 'Ahmadi & Co.']);
  sheet.rows[0] = ['Client', 'Since', 'Open'];
  await expect(read(settings, { fields: ['Customer', 'Open'] })).rejects.toMatchObject({
    status: 409,
    data: 'The column "Customer" is gone; "Client" stands in its place (A).',
  });
  google.spreadsheets[0]?.sheets.splice(1, 1);
  await expect(read(settings)).rejects.toMatchObject({ status: 409, data: 'The sheet "CRM26" was deleted.' });
});

test('a spreadsheet that is gone, closed to the account or an Excel file', async () => {
  const { settings } = await choose();
  const [spreadsheet] = google.spreadsheets;
  if (!spreadsheet) throw new Error('no spreadsheet');
  spreadsheet.isXlsx = true;
  await expect(read(settings)).rejects.toMatchObject({ status: 409 });
  await expect(choose()).rejects.toMatchObject({
    part: 'spreadsheet',
    message: expect.stringContaining('Save as'),
  });
  spreadsheet.isXlsx = false;
  spreadsheet.sharedWith = ['grace@example.com'];
  await expect(read(settings)).rejects.toMatchObject({ status: 423 });
  google.spreadsheets.length = 0;
  await expect(read(settings)).rejects.toMatchObject({ status: 409 });
  await expect(choose()).rejects.toMatchObject({ part: 'spreadsheet' });
});

test('a missing scope is 423, in words of its own', async () => {
  const { settings } = await choose();
  google.api.addFault(googleFaults.insufficientScopes);
  await expect(read(settings)).rejects.toMatchObject({
    status: 423,
    data: expect.stringContaining('box ticked'),
  });
});

test('20,000 rows, whole and in order, in few calls; the first ten in three', async () => {
  const { spreadsheetId } = fillSheet(google, { rows: 20_000 });
  const { settings } = await choose(undefined, spreadsheetId);
  const before = google.api.calls.length;
  const { rows } = await read(settings);
  expect(rows).toHaveLength(20_000);
  expect(rows.every((row, index) => row[0] === `row ${index + 1}` && row[1] === index * 10 + 1)).toBe(true);
  expect(google.api.calls.length - before).toBeLessThanOrEqual(12);
  const beforeTen = google.api.calls.length;
  expect((await read(settings, { maxRows: 10 })).rows).toEqual(rows.slice(0, 10));
  expect(google.api.calls.length - beforeTen).toBe(3);
});
