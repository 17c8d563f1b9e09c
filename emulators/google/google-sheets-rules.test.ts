/**
 * Rules of Sheets and Drive that affect every client: quotas, scopes, sharing, ragged rows, the grid,
 * case-insensitive titles, atomic batches, Excel files.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { GoogleSheet, GoogleSpreadsheet } from './google-data.ts';
import { type GoogleEmulator, startGoogleEmulator } from './google-emulator.ts';
import { googleFaults, googleOauthFaults } from './google-faults.ts';
import { fillSheet, seedGoogle } from './google-seed.ts';

const scope = 'https://www.googleapis.com/auth/';

let google: GoogleEmulator;
let token: string;
let book: GoogleSpreadsheet;
let sheet: GoogleSheet;
beforeEach(async () => {
  google = await startGoogleEmulator();
  token = google.addGrant().accessToken;
  sheet = { sheetId: 5, title: 'Data', rowCount: 10, columnCount: 4, sheetType: 'GRID', rows: [] };
  book = {
    id: 'book',
    title: 'Book',
    locale: 'en_US',
    timeZone: 'Etc/GMT',
    sheets: [sheet],
    namedRanges: [],
  };
  google.spreadsheets.push(book);
});
afterEach(() => google.close());

async function call(method: string, path: string, body?: unknown, bearer = token) {
  const answer = await fetch(`${google.api.origin}${path}`, {
    method,
    headers: { authorization: `Bearer ${bearer}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const json = z.record(z.string(), z.unknown()).parse(await answer.json());
  return { status: answer.status, ...json };
}

const values = '/v4/spreadsheets/book/values';
const refusal = (code: number, message: unknown) => ({ status: code, error: { code, message } });

function change(...requests: object[]) {
  return call('POST', '/v4/spreadsheets/book:batchUpdate', { requests });
}

function write(range: string, rows: unknown[][], option = '?valueInputOption=RAW') {
  return call('PUT', `${values}/${encodeURIComponent(range)}${option}`, { values: rows });
}

describe('reading', () => {
  it('sends rows without their empty end, and no values for an empty range', async () => {
    sheet.rows = [['a', null, 'c', ''], [], [null, '', 2], [''], []];
    expect(await call('GET', `${values}/Data?valueRenderOption=UNFORMATTED_VALUE`)).toEqual({
      status: 200,
      range: 'Data!A1:D10',
      majorDimension: 'ROWS',
      values: [['a', '', 'c'], [], ['', '', 2]],
    });
    expect(await call('GET', `${values}/Data!D:D`)).toEqual({
      status: 200,
      range: 'Data!D1:D10',
      majorDimension: 'ROWS',
    });
    expect(await call('GET', `${values}/Data!A1:C2?majorDimension=COLUMNS`)).toMatchObject({
      values: [['a'], [], ['c']],
    });
  });

  it('keeps the empty text of a formula', async () => {
    sheet.rows = [['a', { formula: '=""', value: '' }]];
    expect(await call('GET', `${values}/Data`)).toMatchObject({ values: [['a', '']] });
  });

  it('refuses words that it does not know', async () => {
    expect(await call('GET', `${values}/Data?valueRenderOption=PRETTY`)).toMatchObject({ status: 400 });
  });
});

describe('writing', () => {
  it('leaves a cell for null, empties it for an empty text', async () => {
    sheet.rows = [['a', 'b', 'c']];
    await write('Data!A1', [[null, '', 'C', 0.5]]);
    expect(sheet.rows).toEqual([['a', null, 'C', 0.5]]);
  });

  it.each([
    [
      'Data!A1:B1',
      [[1, 2, 3]],
      'Requested writing within range [Data!A1:B1], but tried writing to column [C]',
    ],
    ['Data!A1:B1', [[1], [2]], 'Requested writing within range [Data!A1:B1], but tried writing to row [2]'],
    ['Data!E1', [[1]], 'Range (Data!E1) exceeds grid limits. Max rows: 10, max columns: 4'],
    ['Data!A10', [[1], [2]], 'Range (Data!A10:A11) exceeds grid limits. Max rows: 10, max columns: 4'],
    ['Data!A1', [[[1]]], 'Invalid values[0][0]: list_value {\n}\n'],
    ['Data!A1', [['x'.repeat(50_001)]], expect.stringContaining('50000 characters')],
    ['Gone!A1', [[1]], 'Unable to parse range: Gone!A1'],
  ])('refuses %s with %j', async (range, rows, message) => {
    expect(await write(range, rows)).toMatchObject(refusal(400, message));
    expect(sheet.rows).toEqual([]);
  });

  it('needs to know how to read what is written', async () => {
    const message = "'valueInputOption' is required but not specified";
    expect(await write('Data!A1', [[1]], '')).toMatchObject(refusal(400, message));
    expect(await call('POST', `${values}:batchUpdate`, { data: [] })).toMatchObject(refusal(400, message));
  });

  it('writes several ranges or none', async () => {
    const data = [
      { range: 'Data!A1', values: [['x']] },
      { range: 'Data!Z1', values: [['y']] },
    ];
    const body = { valueInputOption: 'RAW', data };
    expect(await call('POST', `${values}:batchUpdate`, body)).toMatchObject({ status: 400 });
    expect(sheet.rows).toEqual([]);
    data.pop();
    expect(await call('POST', `${values}:batchUpdate`, body)).toMatchObject({
      totalUpdatedCells: 1,
      totalUpdatedSheets: 1,
      responses: [{ updatedRange: 'Data!A1' }],
    });
  });

  it('grows the grid only when it appends', async () => {
    sheet.rows = Array.from({ length: 10 }, (_, index) => [index]);
    const answer = await call('POST', `${values}/Data:append?valueInputOption=RAW`, { values: [['new']] });
    expect(answer).toMatchObject({ tableRange: 'Data!A1:A10', updates: { updatedRange: 'Data!A11' } });
    expect([sheet.rowCount, sheet.rows[10]]).toEqual([11, ['new']]);
  });

  it('appends after the table of the range, over what is below or between', async () => {
    sheet.rows = [[], [null, 'a'], [null, 'b', 'c'], [], ['below']];
    const append = (more: string) =>
      call('POST', `${values}/Data!B2:append?valueInputOption=RAW${more}`, { values: [['x'], ['y']] });
    expect(await append('&insertDataOption=INSERT_ROWS')).toMatchObject({
      tableRange: 'Data!B2:C3',
      updates: { updatedRange: 'Data!B4:B5' },
    });
    expect(sheet.rows.slice(3)).toEqual([[null, 'x'], [null, 'y'], [], ['below']]);
    expect(sheet.rowCount).toBe(12);
    await append('');
    expect(sheet.rows.slice(5)).toEqual([
      [null, 'x'],
      ['below', 'y'],
    ]);
  });
});

describe('changing sheets', () => {
  it('refuses a title that differs only in case, and does all or nothing', async () => {
    const message =
      'Invalid requests[1].addSheet: A sheet with the name "DATA" already exists. Please enter another name.';
    const answer = await change(
      { addSheet: { properties: { title: 'Other' } } },
      { addSheet: { properties: { title: 'DATA' } } },
    );
    expect(answer).toMatchObject(refusal(400, message));
    expect(book.sheets).toEqual([sheet]);
  });

  it('counts ten million cells by the size of the grids', async () => {
    const resize = (rowCount: number, columnCount: number, fields: string) =>
      change({
        updateSheetProperties: {
          properties: { sheetId: 5, gridProperties: { rowCount, columnCount } },
          fields,
        },
      });
    const tooMany = expect.stringContaining('above the limit of 10000000 cells.');
    expect(await resize(2_500_001, 4, 'gridProperties')).toMatchObject(refusal(400, tooMany));
    expect(await resize(5_000_000, 2, 'gridProperties.rowCount')).toMatchObject(refusal(400, tooMany));
    expect(await resize(5_000_000, 2, 'gridProperties(rowCount,columnCount)')).toMatchObject({
      replies: [{}],
    });
    const add = await change({ addSheet: { properties: { title: 'x' } } });
    expect(add).toMatchObject(refusal(400, tooMany));
  });

  it('cuts the cells off when a grid shrinks, renames and deletes', async () => {
    sheet.rows = [[1, 2, 3], [4]];
    const gridProperties = { rowCount: 1, columnCount: 2 };
    await change(
      { updateSheetProperties: { properties: { sheetId: 5, gridProperties }, fields: 'gridProperties' } },
      { updateSheetProperties: { properties: { sheetId: 5, title: 'New' }, fields: 'title' } },
    );
    expect(sheet).toMatchObject({ title: 'New', rowCount: 1, columnCount: 2, rows: [[1, 2]] });
    expect(await change({ deleteSheet: { sheetId: 5 } })).toMatchObject({ status: 400 });
    await change({ addSheet: {} }, { deleteSheet: { sheetId: 5 } });
    expect(book.sheets.map(({ title }) => title)).toEqual(['Sheet2']);
    expect(await change({ paintSheet: {} })).toMatchObject({ status: 400 });
  });
});

describe('access', () => {
  it('counts reads and writes apart, per user and for all', async () => {
    Object.assign(google.limits, { readsPerUser: 2, readsPerProject: 3, writesPerUser: 1 });
    const other = google.addGrant({ email: 'grace@example.com' }).accessToken;
    const read = async (bearer: string) => (await call('GET', `${values}/Data`, undefined, bearer)).status;
    expect([await read(token), await read(token), await read(token)]).toEqual([200, 200, 429]);
    expect([await read(other), await read(other)]).toEqual([200, 429]);
    expect(await write('Data!A1', [[1]])).toMatchObject({ status: 200 });
    expect(await write('Data!A1', [[1]])).toMatchObject({
      status: 429,
      error: {
        status: 'RESOURCE_EXHAUSTED',
        message:
          "Quota exceeded for quota metric 'Write requests' and limit 'Write requests per minute per user' of service 'sheets.googleapis.com' for consumer 'project_number:123456789012'.",
      },
    });
    expect(google.rateLimited).toBe(3);
    google.limits.readsPerUser = null;
    google.limits.readsPerProject = null;
    expect(await read(token)).toBe(200);
  });

  it('refuses a missing, a wrong, an expired and a revoked token', async () => {
    const unauthenticated = { status: 401, error: { status: 'UNAUTHENTICATED' } };
    expect(await call('GET', `${values}/Data`, undefined, 'x')).toMatchObject(unauthenticated);
    const { accessToken } = google.addGrant({ accessExpired: true });
    expect(await call('GET', `${values}/Data`, undefined, accessToken)).toMatchObject(unauthenticated);
    google.revoke(token);
    expect(await call('GET', `${values}/Data`)).toMatchObject(unauthenticated);
    const bare = await fetch(`${google.api.origin}${values}/Data`);
    expect(bare.status).toBe(401);
  });

  it('knows who may open and who may only read', async () => {
    book.viewers = ['ada@example.com'];
    expect(await call('GET', `${values}/Data`)).toMatchObject({ status: 200 });
    const denied = refusal(403, 'The caller does not have permission');
    expect(await write('Data!A1', [[1]])).toMatchObject(denied);
    book.sharedWith = ['grace@example.com'];
    expect(await call('GET', '/v4/spreadsheets/book')).toMatchObject(denied);
    expect(await call('GET', '/drive/v3/files/book')).toMatchObject(refusal(404, 'File not found: book.'));
  });

  it('shows nothing of strangers under drive.file', async () => {
    const own = google.addGrant({ scopes: [`${scope}drive.file`] }).accessToken;
    expect(await call('GET', '/v4/spreadsheets/book', undefined, own)).toMatchObject({ status: 404 });
    expect(await call('GET', '/drive/v3/files', undefined, own)).toMatchObject({ files: [] });
    const all = google.addGrant({ scopes: [`${scope}drive.metadata.readonly`] }).accessToken;
    expect(await call('GET', '/drive/v3/files', undefined, all)).toEqual({
      status: 200,
      kind: 'drive#fileList',
      incompleteSearch: false,
      files: [
        {
          kind: 'drive#file',
          id: 'book',
          name: 'Book',
          mimeType: 'application/vnd.google-apps.spreadsheet',
        },
      ],
    });
    book.openedWithApp = true;
    expect(await call('GET', '/v4/spreadsheets/book', undefined, own)).toMatchObject({ status: 200 });
  });

  it('does not open an Excel file', async () => {
    book.isXlsx = true;
    expect(await call('GET', '/v4/spreadsheets/book')).toMatchObject({
      error: { status: 'FAILED_PRECONDITION', message: 'This operation is not supported for this document' },
    });
  });

  it('makes ids in advance, and never two files with one', async () => {
    const { ids } = z
      .object({ ids: z.array(z.string()) })
      .parse(await call('GET', '/drive/v3/files/generateIds?count=1'));
    const metadata = { id: ids[0], name: 'x' };
    expect(await call('POST', '/drive/v3/files', metadata)).toMatchObject({ id: ids[0] });
    expect(await call('POST', '/drive/v3/files', metadata)).toMatchObject({ status: 409 });
    expect(await call('POST', '/drive/v3/files', { parents: ['nowhere'] })).toMatchObject({ status: 404 });
  });
});

describe('faults', () => {
  it.each([
    ['rateLimit', 429],
    ['serverError', 500],
    ['unavailable', 503],
    ['unauthorized', 401],
    ['forbidden', 403],
    ['insufficientScopes', 403],
    ['notFound', 404],
  ])('%s answers %i by name until it is cleared', async (name, status) => {
    const faults = `${google.api.origin}/_emulator/faults`;
    await fetch(faults, { method: 'POST', body: JSON.stringify({ name }) });
    expect(await call('GET', `${values}/Data`)).toMatchObject({ status, error: { code: status } });
    await fetch(faults, { method: 'DELETE' });
    expect(await call('GET', `${values}/Data`)).toMatchObject({ status: 200 });
    expect(google.rateLimited).toBe(0);
  });

  it('cuts answers off in two ways, and connections', async () => {
    for (const fault of [googleFaults.cutOff, googleFaults.truncated, googleFaults.reset]) {
      google.api.addFault({ ...fault, times: 1 });
      await expect(call('GET', '/v4/spreadsheets/book')).rejects.toThrow();
    }
    google.oauth.addFault({ ...googleOauthFaults.invalidGrant, times: 1 });
    expect((await fetch(`${google.oauth.origin}/token`, { method: 'POST' })).status).toBe(400);
  });
});

describe('seeds', () => {
  it('serves 100,000 rows in chunks quickly', async () => {
    google.limits.readsPerUser = null;
    const { spreadsheetId } = fillSheet(google, { rows: 100_000 });
    let cells = 0;
    for (let row = 1; row <= 100_001; row += 10_000) {
      const range = `'Measured'!A${row}:J${row + 9999}`;
      const option = 'valueRenderOption=UNFORMATTED_VALUE';
      const answer = await call('GET', `/v4/spreadsheets/${spreadsheetId}/values/${range}?${option}`);
      cells += z
        .object({ values: z.array(z.array(z.unknown())) })
        .parse(answer)
        .values.flat().length;
    }
    expect(cells).toBe(1_000_010);
  });

  it('makes a demo with an inventory of some 200 rows', async () => {
    const { spreadsheetId } = seedGoogle(google);
    const answer = await call('GET', `/v4/spreadsheets/${spreadsheetId}/values/Inventory`);
    const rows = z.object({ values: z.array(z.array(z.string())) }).parse(answer).values;
    expect(rows).toHaveLength(201);
    expect(new Set(rows.map((row) => row.length))).toEqual(new Set([13, 12, 3, 0]));
  });
});
