import { describe, expect, it } from 'vitest';
import { type CallPlatform, type PlatformCall, PlatformRefusal } from '../platform/platform-request.ts';
import type { Batch, Column, Table } from '../table/table.ts';
import type { SaveRequest, SaveTarget } from './destination.ts';
import { googleSpreadsheet } from './google-spreadsheet.ts';

interface Properties {
  readonly sheetId?: number;
  readonly title: string;
  readonly sheetType?: string;
  readonly gridProperties?: { readonly rowCount: number; readonly columnCount: number };
}

const grid = (title: string, rowCount: number, columnCount: number, sheetId = 7): Properties => ({
  sheetId,
  title,
  sheetType: 'GRID',
  gridProperties: { rowCount, columnCount },
});

/** Implements `call`: responds to the reads in order, accepts every write, and may refuse one. */
function sheets(reads: Properties[][], refuse?: { on: string; with: PlatformRefusal }) {
  const calls: PlatformCall[] = [];
  const call: CallPlatform = async (one) => {
    calls.push(one);
    if (refuse && JSON.stringify(one.json ?? one.path).includes(refuse.on)) throw refuse.with;
    const added = Object(one.json).requests?.[0]?.addSheet;
    const json = one.method
      ? { replies: [added ? { addSheet: { properties: { ...added.properties, sheetId: 99 } } } : {}] }
      : { sheets: reads.shift()?.map((properties) => ({ properties })) };
    return { status: 200, headers: {}, json };
  };
  const requests = () => calls.flatMap(({ json }) => Object(json).requests ?? []);
  const cleared = () => calls.flatMap(({ json }) => Object(json).ranges ?? []);
  const updates = () => calls.flatMap(({ bytes }) => (bytes ? Object(JSON.parse(`${bytes}`)).data : []));
  return { call, calls, requests, cleared, updates };
}

function tableOf(width: number, height: number): Table {
  const columns = Array.from(
    { length: width },
    (_, index): Column => ({ name: `c${index}`, type: 'string' }),
  );
  const row = columns.map(() => 'x');
  return {
    columns,
    batches: {
      async *[Symbol.asyncIterator](): AsyncGenerator<Batch> {
        for (let rest = height; rest > 0; rest -= 500) yield Array(Math.min(rest, 500)).fill(row);
      },
    },
  };
}

function saving(call: CallPlatform, table: Table, target: SaveTarget = {}): SaveRequest {
  return {
    filename: 'Stock.csv',
    contentType: 'text/csv',
    file: { path: '/nowhere', bytes: 0 },
    table,
    target: { spreadsheet: '1Bx-_a', sheet: 'Out', ...target },
    call,
    signal: new AbortController().signal,
  };
}

describe('save_to_gsheets', () => {
  it('writes to the sheet, then clears what is left below and to the right', async () => {
    const google = sheets([[grid('Other', 5, 5, 0), grid('Out', 1000, 26)]]);
    await googleSpreadsheet.save(saving(google.call, tableOf(2, 3)));
    expect(google.calls.map(({ method = 'GET', path, scope }) => `${method} ${path} ${scope}`)).toEqual([
      'GET /v4/spreadsheets/1Bx-_a?fields=sheets.properties read',
      'POST /v4/spreadsheets/1Bx-_a/values:batchUpdate write',
      'POST /v4/spreadsheets/1Bx-_a/values:batchClear write',
    ]);
    expect(google.updates()).toMatchObject([{ range: "'Out'!A1:B4" }]);
    expect(google.cleared()).toEqual(["'Out'!A5:Z1000", "'Out'!C1:Z4"]);
  });

  it('clears nothing in a sheet that the table fills', async () => {
    const google = sheets([[grid('Out', 4, 2)]]);
    await googleSpreadsheet.save(saving(google.call, tableOf(2, 3)));
    expect(google.calls).toHaveLength(2);
  });

  it('clears the whole sheet for a table without columns', async () => {
    const google = sheets([[grid('Out', 4, 2)]]);
    await googleSpreadsheet.save(saving(google.call, tableOf(0, 0)));
    expect([google.updates(), google.cleared()]).toEqual([[], ["'Out'!A1:B4"]]);
  });

  it.each(['OUT', 'out'])(
    'finds the sheet by the title %s, and calls it as it spells itself',
    async (sheet) => {
      const google = sheets([[grid('Out', 1, 1)]]);
      await googleSpreadsheet.save(saving(google.call, tableOf(1, 0), { sheet }));
      expect(google.updates()).toMatchObject([{ range: "'Out'!A1:A1" }]);
    },
  );

  it('creates a missing sheet in the right size', async () => {
    const google = sheets([[grid('Other', 1000, 26)]]);
    await googleSpreadsheet.save(saving(google.call, tableOf(40, 3)));
    expect(google.requests()).toEqual([
      { addSheet: { properties: { title: 'Out', gridProperties: { rowCount: 4, columnCount: 40 } } } },
    ]);
    expect(google.updates()).toMatchObject([{ range: "'Out'!A1:AN4" }]);
    expect(google.cleared()).toEqual([]);
  });

  it('uses a sheet that another client has created in the meantime', async () => {
    const taken =
      'Invalid requests[0].addSheet: A sheet with the name "Out" already exists. Please enter another name.';
    const refuse = { on: 'addSheet', with: new PlatformRefusal(400, 'INVALID_ARGUMENT', taken) };
    const google = sheets([[], [grid('out', 1000, 26)]], refuse);
    await googleSpreadsheet.save(saving(google.call, tableOf(1, 1)));
    expect(google.updates()).toMatchObject([{ range: "'out'!A1:A2" }]);
    expect(google.cleared()).toEqual(["'out'!A3:Z1000", "'out'!B1:Z2"]);
  });

  it.each([
    ['rows', grid('Out', 3, 26), { rowCount: 4, columnCount: 26 }],
    ['columns', grid('Out', 1000, 1), { rowCount: 1000, columnCount: 2 }],
    ['rows and columns', grid('Out', 1, 1), { rowCount: 4, columnCount: 2 }],
  ])('grows %s in one request before it writes', async (_, sheet, gridProperties) => {
    const google = sheets([[sheet]]);
    await googleSpreadsheet.save(saving(google.call, tableOf(2, 3)));
    expect(google.requests()).toEqual([
      {
        updateSheetProperties: {
          properties: { sheetId: 7, gridProperties },
          fields: 'gridProperties(rowCount,columnCount)',
        },
      },
    ]);
    expect(google.calls[1]?.path).toBe('/v4/spreadsheets/1Bx-_a:batchUpdate');
  });

  it('removes unused columns if the cell limit would be exceeded', async () => {
    const google = sheets([[grid('Other', 1_000_000, 5, 0), grid('Out', 1000, 100)]]);
    await googleSpreadsheet.save(saving(google.call, tableOf(1, 60_000)));
    expect(google.requests()).toMatchObject([
      { updateSheetProperties: { properties: { gridProperties: { rowCount: 60_001, columnCount: 1 } } } },
    ]);
    expect(google.cleared()).toEqual([]);
  });

  it.each([
    ['a sheet to be made', []],
    ['a sheet to be grown', [grid('Out', 1000, 26)]],
  ])('changes nothing if %s would have too many cells', async (_, own) => {
    const google = sheets([[grid('Other', 999_999, 10, 0), ...own]]);
    await expect(googleSpreadsheet.save(saving(google.call, tableOf(2, 1_000)))).rejects.toMatchObject({
      key: 'saveFailed',
      message: 'Could not save to Google Sheets.',
      data: 'A spreadsheet has at most 10,000,000 cells. The export needs 2,002, and the other sheets have 9,999,990.',
    });
    expect(google.calls).toHaveLength(1);
  });

  it('refuses a sheet that is a chart', async () => {
    const google = sheets([[{ sheetId: 3, title: 'Out', sheetType: 'OBJECT' }]]);
    await expect(googleSpreadsheet.save(saving(google.call, tableOf(1, 1)))).rejects.toMatchObject({
      key: 'saveFailed',
      data: 'The sheet "Out" is a chart or the like and takes no rows.',
    });
    expect(google.calls).toHaveLength(1);
  });

  it.each([
    undefined,
    '',
    '.',
    '..',
    'a/b',
    '../../drive/v3/files',
    'a?b',
    'a#b',
    'a%2fb',
    'a b',
    'a\r\nb',
    'é',
  ])('calls nothing for the spreadsheet %j', async (spreadsheet) => {
    const google = sheets([]);
    await expect(
      googleSpreadsheet.save(saving(google.call, tableOf(1, 1), { spreadsheet })),
    ).rejects.toMatchObject({ key: 'saveFailed', data: 'The id of the spreadsheet is missing or wrong.' });
    expect(google.calls).toEqual([]);
  });

  it.each([undefined, ''])('calls nothing for the sheet %j', async (sheet) => {
    const google = sheets([]);
    await expect(googleSpreadsheet.save(saving(google.call, tableOf(1, 1), { sheet }))).rejects.toMatchObject(
      {
        data: 'The name of the sheet is missing.',
      },
    );
    expect(google.calls).toEqual([]);
  });

  it.each([
    [403, 'PERMISSION_DENIED', 'The caller does not have permission', 'saveRefused'],
    [404, 'NOT_FOUND', 'Requested entity was not found.', 'saveFailed'],
    [400, 'FAILED_PRECONDITION', 'This operation is not supported for this document', 'saveFailed'],
  ])('passes on the reason of a refusal by %i', async (status, code, data, key) => {
    const google = sheets([], { on: 'fields', with: new PlatformRefusal(status, code, data) });
    await expect(googleSpreadsheet.save(saving(google.call, tableOf(1, 1)))).rejects.toMatchObject({
      key,
      data,
    });
  });

  it.each([{ sheets: [{}] }, { sheets: 'x' }, [], null, undefined, 'text'])(
    'refuses a response like %j',
    async (json) => {
      const call: CallPlatform = async () => ({ status: 200, headers: {}, json });
      const failure = googleSpreadsheet.save(saving(call, tableOf(1, 1)));
      await expect(failure).rejects.toMatchObject({
        key: 'saveFailed',
        data: 'Google Sheets answered in a form that cannot be read.',
      });
    },
  );

  it('stops when the signal is aborted', async () => {
    const controller = new AbortController();
    const reason = new Error('the client has left');
    const google = sheets([[grid('Out', 50_001, 1)]]);
    const call: CallPlatform = async (one) => {
      if (one.bytes) controller.abort(reason);
      return google.call(one);
    };
    const failure = googleSpreadsheet.save({
      ...saving(call, tableOf(1, 50_000)),
      signal: controller.signal,
    });
    await expect(failure).rejects.toBe(reason);
    expect(google.updates()).toHaveLength(1);
  });
});
