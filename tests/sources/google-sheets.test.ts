/**
 * The Google Sheets source against a sheet in memory: every file of `google-sheets/` is a sheet and the table
 * expected from it; then what is asked of Google, and what happens when the sheet changes (contract 1.3).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ServiceError } from '../../src/errors/errors.ts';
import { PlatformRefusal } from '../../src/platform/platform-request.ts';
import { googleSheets } from '../../src/sources/google-sheets/source.ts';
import { ChoiceError, type FetchRequest, ReadAgain } from '../../src/sources/source.ts';
import type { Row } from '../../src/table/table.ts';
import { noUpload } from '../support/no-upload.ts';
import { type StandIn, type StandInSheet, sheetShape, standIn } from './google-stand-in.ts';

const folder = join(import.meta.dirname, 'google-sheets');
const fixtureShape = z.object({
  sheet: sheetShape,
  expected: z.object({ columns: z.array(z.string()), rows: z.array(z.array(z.unknown())) }),
});

async function choose(google: StandIn, fields: readonly string[] | null = null) {
  const chosen = await googleSheets.choice.choose({
    choice: { spreadsheet: 'book1' },
    fields,
    call: google.call,
  });
  google.paths.length = 0;
  return chosen;
}

async function read(google: StandIn, settings: unknown, more: Partial<FetchRequest> = {}) {
  const request = {
    settings,
    fields: null,
    allFields: false,
    openUpload: noUpload,
    call: google.call,
    ...more,
  };
  const { columns, batches } = await googleSheets.fetch(request);
  const rows: Row[] = [];
  for await (const batch of batches) rows.push(...batch);
  return { columns: columns.map(({ name }) => name), rows };
}

function sheetOf(rows: StandInSheet['rows'], more: Partial<StandInSheet> = {}): StandInSheet {
  return { title: 'Sheet1', rows, ...more };
}

function numbered(count: number, start = 1): StandInSheet['rows'] {
  return Array.from({ length: count }, (_, index) => [start + index, `name ${start + index}`]);
}

async function refusal(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe('the table of', () => {
  test.each(readdirSync(folder))('%s', async (name) => {
    const { sheet, expected } = fixtureShape.parse(JSON.parse(readFileSync(join(folder, name), 'utf8')));
    const google = standIn(sheet);
    const { settings } = await choose(google);
    expect(await read(google, settings)).toEqual(expected);
  });
});

describe('what is asked of Google', () => {
  test('one call for the spreadsheet and one for a small sheet without dates', async () => {
    const google = standIn(sheetOf([['Q1'], ['x'], [1]]));
    const { settings } = await choose(google);
    await read(google, settings);
    expect(google.paths).toEqual([
      '/v4/spreadsheets/book1?fields=spreadsheetId,properties(title,locale,timeZone),sheets.properties,namedRanges',
      `/v4/spreadsheets/book1/values:batchGet?ranges='Sheet1'!A1%3AZ1000&valueRenderOption=UNFORMATTED_VALUE&dateTimeRenderOption=FORMATTED_STRING`,
    ]);
  });

  test('all rows of a long sheet, at most 50,000 cells a call and never beyond the grid', async () => {
    const google = standIn(sheetOf([['Id', 'Name'], ...numbered(60_000)], { rowCount: 60_500 }));
    const { settings } = await choose(google);
    const { rows } = await read(google, settings);
    expect(rows).toHaveLength(60_000);
    expect(rows.every((row, index) => row[0] === index + 1)).toBe(true);
    const sizes = google.paths.flatMap((path) => {
      const found = /'!A(\d+)%3A([BZ])(\d+)/.exec(path);
      if (!found) return [];
      expect(Number(found[3])).toBeLessThanOrEqual(60_500);
      return (Number(found[3]) - Number(found[1]) + 1) * (found[2] === 'Z' ? 26 : 2);
    });
    expect(Math.max(...sizes)).toBeGreaterThan(40_000);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(50_000);
    expect(google.paths.length).toBeLessThan(12);
  });

  test('data after a gap is found, in few calls', async () => {
    const gap = Array.from({ length: 200_000 }, () => []);
    const google = standIn(sheetOf([['Id', 'Name'], [1, 'a'], ...gap, [2, 'b']], { rowCount: 900_000 }));
    const { settings } = await choose(google);
    expect((await read(google, settings)).rows).toEqual([
      [1, 'a'],
      [2, 'b'],
    ]);
    expect(google.paths.length).toBeLessThan(12);
  });

  test('only the first rows when no more are wanted', async () => {
    const google = standIn(sheetOf([['Id', 'Name'], ...numbered(60_000)]));
    const { settings } = await choose(google);
    expect((await read(google, settings, { maxRows: 10 })).rows).toEqual(numbered(10));
    expect(google.paths.filter((path) => path.includes('A51%3A'))).toEqual([]);
    expect(google.paths).toHaveLength(3);
  });

  test('further rows when there are empty ones among the first', async () => {
    const gap = Array.from({ length: 300 }, () => []);
    const google = standIn(sheetOf([['Id', 'Name'], [0, 'x'], ...gap, ...numbered(300)]));
    const { settings } = await choose(google);
    expect((await read(google, settings, { maxRows: 10 })).rows).toEqual([[0, 'x'], ...numbered(9)]);
  });

  test('the next rows while the ones before are used', async () => {
    const google = standIn(sheetOf([['Id', 'Name'], ...numbered(30_000)]));
    const { settings } = await choose(google);
    const request = { settings, fields: null, allFields: false, openUpload: noUpload, call: google.call };
    const { batches } = await googleSheets.fetch(request);
    const before = google.paths.length;
    const iterator = batches[Symbol.asyncIterator]();
    await iterator.next();
    expect(google.paths.length).toBeGreaterThan(before);
    await iterator.return?.();
  });
});

describe('fields', () => {
  const sheet = sheetOf([
    ['Name', 'Qty', '', 'Price'],
    ['a', 1, 'x', 9],
  ]);

  test('the selected ones in their order, also one without a header', async () => {
    const google = standIn(sheet);
    const { settings, fields } = await choose(google, ['Price', 'column_3']);
    expect(await read(google, settings, { fields })).toEqual({
      columns: ['Price', 'column_3'],
      rows: [[9, 'x']],
    });
  });

  test('all of them on all_fields, whatever is gone', async () => {
    const google = standIn(sheet);
    const { settings, fields } = await choose(google, ['Price']);
    google.sheet = sheetOf([['Name', 'New'], ['a']]);
    expect(await read(google, settings, { fields, allFields: true })).toEqual({
      columns: ['Name', 'New'],
      rows: [['a', null]],
    });
  });

  test('one without a header stays when its data is gone', async () => {
    const google = standIn(sheetOf([['Name'], ['a', 1]]));
    const { settings, fields } = await choose(google, ['Name', 'column_2']);
    google.sheet = sheetOf([['Name'], ['a']]);
    expect(await read(google, settings, { fields })).toEqual({
      columns: ['Name', 'column_2'],
      rows: [['a', null]],
    });
  });

  test('columns that moved or were added do no harm; without a selection new ones are in', async () => {
    const google = standIn(sheet);
    const { settings } = await choose(google);
    google.sheet = sheetOf([
      ['Price', 'New', 'Name', 'Qty'],
      [9, 'n', 'a', 1],
    ]);
    expect(await read(google, settings, { fields: ['Name', 'New'] })).toEqual({
      columns: ['Name', 'New'],
      rows: [['a', 'n']],
    });
    expect((await read(google, settings)).columns).toEqual(['Price', 'New', 'Name', 'Qty']);
  });

  test('a renamed or deleted one is 409, and told', async () => {
    const google = standIn(sheet);
    const { settings } = await choose(google);
    google.sheet = sheetOf([['Name', 'Quantity', ''], ['a']]);
    const error = await refusal(read(google, settings, { fields: ['Name', 'Qty', 'Price'] }));
    expect(error).toMatchObject({
      status: 409,
      data: 'The column "Qty" is gone; "Quantity" stands in its place (B). The column "Price" is gone.',
    });
    expect(await refusal(read(google, settings))).toMatchObject({ status: 409 });
    expect((await read(google, settings, { fields: ['Name'] })).rows).toEqual([['a']]);
  });

  test('a wrong choice is told with the columns that there are', async () => {
    const error = await refusal(choose(standIn(sheet), ['Name', 'Nmae']));
    expect(error).toBeInstanceOf(ChoiceError);
    expect(error).toMatchObject({
      part: 'fields',
      message: 'names no column of "Sheet1": "Nmae". There is: "Name", "Qty", "column_3", "Price".',
    });
  });
});

describe('a sheet that changes while it is read', () => {
  const isSerial = (path: string) => path.includes('SERIAL_NUMBER');
  const day = { shown: '5/1/2024', serial: 45413 };

  test('is read again until both readings are of one state', async () => {
    const google = standIn(
      sheetOf([
        ['Id', 'Day'],
        [1, day],
        [2, day],
      ]),
    );
    const { settings } = await choose(google);
    let edits = 0;
    google.before = (path) => {
      if (isSerial(path) && edits < 2) {
        edits += 1;
        google.sheet = sheetOf([
          ['Id', 'Day'],
          [10 + edits, day],
          [2, day],
        ]);
      }
    };
    expect((await read(google, { ...settings, dates: false })).rows).toEqual([
      [12, '2024-05-01'],
      [2, '2024-05-01'],
    ]);
  });

  test('is to be fetched once more when it does not come to rest', async () => {
    const google = standIn(
      sheetOf([
        ['Id', 'Day'],
        [1, day],
      ]),
    );
    const { settings } = await choose(google);
    let edits = 0;
    google.before = () => {
      edits += 1;
      google.sheet = sheetOf([
        ['Id', 'Day'],
        [edits, day],
      ]);
    };
    expect(await refusal(read(google, settings))).toBeInstanceOf(ReadAgain);
    expect(google.paths.length).toBe(7);
  });

  const long = [['Id', 'Name'], ...numbered(30_000)];

  test.each([
    ['a column is put before the others', long.map((row) => ['', ...row]), 31_000],
    ['rows are deleted', [...long.slice(0, 100), ...long.slice(103)], 30_997],
  ])('is to be fetched once more when %s', async (_what, rows, rowCount) => {
    const google = standIn(sheetOf(long, { rowCount: 31_000 }));
    const { settings } = await choose(google);
    google.before = (path) => {
      if (/!A(?!1%3A)\d+%3A/.test(path)) google.sheet = sheetOf(rows, { rowCount });
    };
    expect(await refusal(read(google, settings))).toBeInstanceOf(ReadAgain);
  });

  test('is found under its new title; deleted it is 409', async () => {
    const google = standIn(sheetOf([['A'], ['x']]));
    const { settings } = await choose(google);
    google.sheet = sheetOf([['A'], ['x']], { title: 'Renamed' });
    expect((await read(google, settings)).rows).toEqual([['x']]);
    const gone = await refusal(read(google, { ...settings, sheetId: 9 }));
    expect(gone).toMatchObject({ status: 409, data: 'The sheet "Sheet1" was deleted.' });
  });

  test('is to be fetched once more when it is renamed after its title was asked for', async () => {
    const google = standIn(sheetOf([['A'], ['x']]));
    const { settings } = await choose(google);
    google.before = (path) => {
      if (!path.includes("'Sheet1'")) return;
      google.sheet = sheetOf([['A'], ['x']], { title: 'Renamed' });
      throw new PlatformRefusal(400, 'INVALID_ARGUMENT', "Unable to parse range: 'Sheet1'!A1:Z1000");
    };
    expect(await refusal(read(google, settings))).toBeInstanceOf(ReadAgain);
    expect((await read(google, settings)).rows).toEqual([['x']]);
  });
});

describe('refusals of Google', () => {
  test.each([
    [404, 'NOT_FOUND', 'Requested entity was not found.', 409],
    [403, 'PERMISSION_DENIED', 'The caller does not have permission', 423],
    [403, 'PERMISSION_DENIED', 'Request had insufficient authentication scopes.', 423],
    [400, 'FAILED_PRECONDITION', 'This operation is not supported for this document', 409],
    [400, 'INVALID_ARGUMENT', 'Unable to parse range: X', 409],
    [400, 'INVALID_ARGUMENT', 'Something else', 500],
    [418, '', '', 500],
  ])('%d %s %j is %d', async (status, code, message, answered) => {
    const google = standIn(sheetOf([['A'], ['x']]));
    const { settings } = await choose(google);
    google.before = (path) => {
      if (path.includes('values') || status !== 400) throw new PlatformRefusal(status, code, message);
    };
    const error = await refusal(read(google, settings));
    expect(error).toBeInstanceOf(ServiceError);
    expect(error).toMatchObject({ status: answered });
  });

  test.each([
    [404, 'NOT_FOUND', '', /cannot be found with the connected Google account/],
    [400, 'FAILED_PRECONDITION', '', /Save as Google Sheets/],
    [403, 'PERMISSION_DENIED', 'The caller does not have permission', /Share it/],
  ])('%d %s is told when an endpoint is made', async (status, code, message, told) => {
    const google = standIn(sheetOf([]));
    google.before = () => {
      throw new PlatformRefusal(status, code, message);
    };
    const error = await refusal(choose(google));
    expect(error).toBeInstanceOf(ChoiceError);
    expect(error).toMatchObject({ part: 'spreadsheet', message: expect.stringMatching(told) });
  });

  test('what the calls throw themselves is passed on', async () => {
    const google = standIn(sheetOf([['A']]));
    const { settings } = await choose(google);
    const limit = new ServiceError('platformRateLimit', { placeholders: { code: 'RESOURCE_EXHAUSTED' } });
    google.before = () => {
      throw limit;
    };
    expect(await refusal(read(google, settings))).toBe(limit);
  });
});

describe('broken answers', () => {
  const whole = { sheets: [{ properties: { title: 'S', gridProperties: { rowCount: 3, columnCount: 2 } } }] };
  const settings = { spreadsheet: 'book1', sheetId: 0, sheetTitle: 'S', fields: [] };

  test.each([
    ['no object', whole, null],
    ['sheets that are none', { sheets: 5 }, {}],
    ['rows that are none', whole, { valueRanges: [{ values: [['A'], 5] }] }],
    ['a cell that is an object', whole, { valueRanges: [{ values: [['A'], [{ toString: 1 }]] }] }],
    ['a header that is an object', whole, { valueRanges: [{ values: [[{ toString: 1 }], ['x']] }] }],
    ['too many rows', whole, { valueRanges: [{ values: [['A'], ['x'], ['x'], ['x']] }] }],
    ['another number of ranges', whole, { valueRanges: [] }],
  ])('%s is 500', async (_what, workbook, values) => {
    const google = standIn(sheetOf([]));
    const call: FetchRequest['call'] = async ({ path }) => ({
      status: 200,
      headers: {},
      json: path.includes('values') ? values : workbook,
    });
    expect(await refusal(read(google, settings, { call }))).toMatchObject({ key: 'sourceUnavailable' });
  });

  test('settings of another source are 500', async () => {
    const google = standIn(sheetOf([]));
    expect(await refusal(read(google, { upload: 'x' }))).toMatchObject({ key: 'sourceUnavailable' });
    const outside = { ...settings, spreadsheet: '../x' };
    expect(await refusal(read(google, outside))).toMatchObject({ key: 'sourceUnavailable' });
    expect(google.paths).toEqual([]);
  });
});
