/**
 * `save_to_gdrive` and `save_to_gsheets` (contract 4.6.12 to 4.6.15) against the emulated Google: what is in the drive
 * and in the sheet afterwards, through failures of every kind.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Fault } from '../../emulators/emulator-server.ts';
import type { GoogleSheet } from '../../emulators/google/google-data.ts';
import { type GoogleEmulator, startGoogleEmulator } from '../../emulators/google/google-emulator.ts';
import { allDestinations, type DestinationName } from '../../src/destinations/all-destinations.ts';
import type { SaveRequest } from '../../src/destinations/destination.ts';
import { ServiceError } from '../../src/errors/errors.ts';
import { type CallPlatform, PlatformRefusal } from '../../src/platform/platform-request.ts';
import type { Cell, Column, Row, Table } from '../../src/table/table.ts';

const folder = mkdtempSync(join(tmpdir(), 'google-destinations-'));
afterAll(() => rmSync(folder, { recursive: true }));

const MiB = 1024 * 1024;

const errorSchema = z.object({
  error: z.object({
    status: z.string().optional(),
    message: z.string(),
    errors: z.array(z.object({ reason: z.string() })).optional(),
  }),
});

/** The least that a `call` has to be: a token, no redirects, and a second try where it does no harm. */
function callThrough(emulator: GoogleEmulator, accessToken = emulator.addGrant().accessToken): CallPlatform {
  const send: CallPlatform = async ({ method = 'GET', path, json, bytes, headers }) => {
    const response = await fetch(emulator.api.origin + path, {
      method,
      redirect: 'manual',
      headers: {
        authorization: `Bearer ${accessToken}`,
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
      ...(bytes && { body: new Uint8Array(bytes) }),
    });
    const text = await response.text();
    if (response.status >= 500) throw new ServiceError('sourceUnavailable');
    if (response.status >= 400) throw refusalOf(response.status, text);
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      json: text === '' ? undefined : JSON.parse(text),
    };
  };
  const attempt: CallPlatform = (call) =>
    send(call).catch((error: unknown) => {
      if (error instanceof ServiceError || error instanceof PlatformRefusal) throw error;
      throw new ServiceError('sourceUnavailable', { cause: error });
    });
  return (call) =>
    attempt(call).catch((error: unknown) => {
      const isHarmless = call.once !== true && error instanceof ServiceError;
      if (!isHarmless || error.key !== 'sourceUnavailable') throw error;
      return attempt(call);
    });
}

function refusalOf(status: number, text: string): Error {
  if (status === 401) return new ServiceError('platformRefused');
  const { success, data } = errorSchema.safeParse(text.startsWith('{') ? JSON.parse(text) : undefined);
  if (!success) return new PlatformRefusal(status, '', text);
  if (status === 429)
    return new ServiceError('platformRateLimit', { placeholders: { code: data.error.status ?? '' } });
  return new PlatformRefusal(
    status,
    data.error.errors?.[0]?.reason ?? data.error.status ?? '',
    data.error.message,
  );
}

function tableOf(columns: readonly Column[], rows: readonly Row[]): Table {
  return {
    columns,
    batches: {
      async *[Symbol.asyncIterator]() {
        for (let at = 0; at < rows.length; at += 500) yield rows.slice(at, at + 500);
      },
    },
  };
}

function answer(status: number): Fault['act'] {
  return { kind: 'answer', status, body: 'failed' };
}

const emptyTable = tableOf([], []);

async function save(name: DestinationName, request: Partial<SaveRequest> & Pick<SaveRequest, 'call'>) {
  await allDestinations[name].save({
    filename: 'Stock.csv',
    contentType: 'text/csv',
    file: { path: join(folder, 'none'), bytes: 0 },
    table: emptyTable,
    target: {},
    signal: new AbortController().signal,
    ...request,
  });
}

describe('save_to_gdrive', () => {
  function fileOf(content: Buffer): SaveRequest['file'] {
    const path = join(folder, `export-${Math.random()}`);
    writeFileSync(path, content);
    return { path, bytes: content.length };
  }

  function content(bytes: number): Buffer {
    const buffer = Buffer.alloc(bytes);
    for (let at = 0; at + 4 <= bytes; at += 4) buffer.writeUInt32LE(at, at);
    return buffer;
  }

  it.each([0, 1, 262_144, 8 * MiB, 8 * MiB + 1, 20 * MiB])('saves a file of %i bytes', async (bytes) => {
    await using emulator = await startGoogleEmulator();
    const whole = content(bytes);
    await save('save_to_gdrive', {
      call: callThrough(emulator),
      filename: 'Größe 2026.json',
      contentType: 'text/json',
      file: fileOf(whole),
    });
    expect(emulator.files).toHaveLength(1);
    expect(emulator.files[0]).toMatchObject({
      name: 'Größe 2026.json',
      mimeType: 'application/json',
      trashed: false,
    });
    expect(emulator.files[0]?.parents).toBeUndefined();
    expect(emulator.files[0]?.content.equals(whole)).toBe(true);
  });

  it.each<[string, Fault]>([
    ['a chunk that fails', { on: 'upload_id=', skip: 1, times: 1, act: answer(503) }],
    [
      'a last chunk whose answer is lost',
      { on: 'upload_id=', skip: 2, times: 1, act: { kind: 'cut', bytes: 0 } },
    ],
    ['a chunk that is cut', { on: 'upload_id=', skip: 2, times: 1, act: { kind: 'reset' } }],
    ['a lost session', { on: 'upload_id=', skip: 1, times: 1, act: answer(404) }],
    ['a beginning that fails', { on: 'POST', times: 1, act: answer(503) }],
  ])('makes one whole file in spite of %s', async (_, fault) => {
    await using emulator = await startGoogleEmulator();
    emulator.api.addFault(fault);
    const whole = content(20 * MiB);
    await save('save_to_gdrive', { call: callThrough(emulator), file: fileOf(whole) });
    expect(emulator.files.map((file) => file.content.equals(whole))).toEqual([true]);
    expect(emulator.api.calls.length).toBeGreaterThan(4);
  });

  it('makes one file when the answer to its last chunk is lost', async () => {
    await using emulator = await startGoogleEmulator();
    emulator.api.addFault({ on: 'upload_id=', times: 1, act: { kind: 'cut', bytes: 5 } });
    await save('save_to_gdrive', { call: callThrough(emulator), file: fileOf(Buffer.from('a\n1\n')) });
    expect(emulator.files.map((file) => String(file.content))).toEqual(['a\n1\n']);
  });

  it('makes no second file when the session is then lost as well', async () => {
    await using emulator = await startGoogleEmulator();
    emulator.api.addFault({ on: 'upload_id=', times: 1, act: { kind: 'cut', bytes: 5 } });
    emulator.api.addFault({ on: 'upload_id=', act: answer(404) });
    const failure = save('save_to_gdrive', {
      call: callThrough(emulator),
      file: fileOf(Buffer.from('a\n1\n')),
    });
    await expect(failure).rejects.toMatchObject({ key: 'saveFailed' });
    expect(emulator.files).toHaveLength(1);
  });

  it.each<[string, (emulator: GoogleEmulator) => string, string, string]>([
    [
      'a full drive',
      (emulator) => {
        emulator.storageFull = true;
        return emulator.addGrant().accessToken;
      },
      'saveFailed',
      "The user's Drive storage quota has been exceeded.",
    ],
    [
      'a scope that the user unticked',
      (emulator) =>
        emulator.addGrant({ scopes: ['https://www.googleapis.com/auth/spreadsheets'] }).accessToken,
      'saveRefused',
      'Request had insufficient authentication scopes.',
    ],
    [
      'a limit exceeded',
      (emulator) => {
        const error = { message: 'User Rate Limit Exceeded', errors: [{ reason: 'userRateLimitExceeded' }] };
        emulator.api.addFault({ act: { kind: 'answer', status: 403, body: { error } } });
        return emulator.addGrant().accessToken;
      },
      'saveRateLimited',
      'User Rate Limit Exceeded',
    ],
    ['a revoked token', () => 'revoked', 'saveRefused', 'Failed to authenticate with export platform.'],
  ])('says so of %s', async (_, prepare, key, data) => {
    await using emulator = await startGoogleEmulator();
    const call = callThrough(emulator, prepare(emulator));
    const failure = save('save_to_gdrive', { call, file: fileOf(Buffer.from('a')) });
    await expect(failure).rejects.toMatchObject({ key, data });
    expect(emulator.files).toEqual([]);
  });
});

describe('save_to_gsheets', () => {
  const spreadsheet = '1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms';

  async function withSheets(...sheets: Partial<GoogleSheet>[]): Promise<GoogleEmulator> {
    const emulator = await startGoogleEmulator();
    emulator.limits = {
      readsPerUser: null,
      readsPerProject: null,
      writesPerUser: null,
      writesPerProject: null,
    };
    emulator.spreadsheets.push({
      id: spreadsheet,
      title: 'Book',
      locale: 'en_US',
      timeZone: 'Etc/GMT',
      namedRanges: [],
      sheets: sheets.map((sheet, sheetId) => ({
        sheetId,
        title: 'Sheet1',
        rowCount: 1000,
        columnCount: 26,
        sheetType: 'GRID',
        rows: [],
        ...sheet,
      })),
    });
    return emulator;
  }

  const sheetCalled = (emulator: GoogleEmulator, title: string) =>
    emulator.spreadsheets[0]?.sheets.find((sheet) => sheet.title === title);

  /** What stands in the sheet, without the empty cells at the ends. */
  function valuesOf(emulator: GoogleEmulator, title: string): unknown[][] {
    const isEmpty = (cell: unknown) => cell === null || cell === '' || cell === undefined;
    const rows = (sheetCalled(emulator, title)?.rows ?? []).map((row) =>
      row
        .slice(0, row.findLastIndex((cell) => !isEmpty(cell)) + 1)
        .map((cell) => (isEmpty(cell) ? '' : cell)),
    );
    return rows.slice(0, rows.findLastIndex((row) => row.length > 0) + 1);
  }

  const people: Column[] = [
    { name: 'Name', type: 'string' },
    { name: 'Age', type: 'integer' },
    { name: 'Paid', type: 'boolean' },
    { name: 'Links', type: 'json' },
  ];

  it('keeps types in a sheet that it makes', async () => {
    await using emulator = await withSheets({});
    const table = tableOf(people, [
      ['Ada', '36', 'TRUE', [{ id: 'rec1', name: 'Bob' }]],
      ['007', 9_007_199_254_740_993n, false, null],
      [null, null, null, null],
      ['1/2/2026', 5, true, '[1]'],
    ]);
    await save('save_to_gsheets', {
      call: callThrough(emulator),
      table,
      target: { spreadsheet, sheet: 'Out' },
    });
    expect(valuesOf(emulator, 'Out')).toEqual([
      ['Name', 'Age', 'Paid', 'Links'],
      ['Ada', 36, true, '[{"id":"rec1","name":"Bob"}]'],
      ['007', '9007199254740993', false],
      [],
      ['1/2/2026', 5, true, '[1]'],
    ]);
    expect(sheetCalled(emulator, 'Out')).toMatchObject({ rowCount: 5, columnCount: 4 });
  });

  it('never makes a formula, in cells and headers', async () => {
    await using emulator = await withSheets({});
    const texts = [
      '=1+1',
      '=IMPORTXML("http://evil.example","//a")',
      '+1',
      '-1',
      '@SUM(A1)',
      '\t=1',
      '\r=1',
      "'=1",
      '=HYPERLINK("x")',
    ];
    const columns: Column[] = [
      { name: '=A2', type: 'string' },
      { name: '@b', type: 'any' },
    ];
    const table = tableOf(
      columns,
      texts.map((text) => [text, text]),
    );
    await save('save_to_gsheets', {
      call: callThrough(emulator),
      table,
      target: { spreadsheet, sheet: 'Sheet1' },
    });
    expect(valuesOf(emulator, 'Sheet1')).toEqual([['=A2', '@b'], ...texts.map((text) => [text, text])]);
  });

  it.each(['CRM26', 'A1', "Bob's", "'", 'a!b', 'x:y', 'a/b?c#d%20', '"quoted"', 'Größe 2026', 'R1C1'])(
    'saves twice to a sheet called %s',
    async (sheet) => {
      await using emulator = await withSheets({});
      const call = callThrough(emulator);
      for (const cell of ['old', 'new']) {
        const table = tableOf([{ name: 'a', type: 'string' }], [[cell]]);
        await save('save_to_gsheets', { call, table, target: { spreadsheet, sheet } });
      }
      expect(valuesOf(emulator, sheet)).toEqual([['a'], ['new']]);
      expect(emulator.spreadsheets[0]?.sheets).toHaveLength(2);
      expect(valuesOf(emulator, 'Sheet1')).toEqual([]);
    },
  );

  it('leaves nothing of a larger table, formulas and formats included', async () => {
    const old = Array.from({ length: 1000 }, () => [
      { formula: '=NOW()', value: 1 },
      { serial: 45_000, pattern: 'yyyy-mm-dd' },
      ...Array.from({ length: 24 }, () => 'old'),
    ]);
    await using emulator = await withSheets({ rows: old }, { title: 'Other', rows: [['kept']] });
    const table = tableOf(people.slice(0, 2), [
      ['Ada', 1],
      [null, 2],
      ['Cy', null],
    ]);
    await save('save_to_gsheets', {
      call: callThrough(emulator),
      table,
      target: { spreadsheet, sheet: 'sheet1' },
    });
    expect(valuesOf(emulator, 'Sheet1')).toEqual([['Name', 'Age'], ['Ada', 1], ['', 2], ['Cy']]);
    expect(valuesOf(emulator, 'Other')).toEqual([['kept']]);
  });

  it('leaves only the header of a table without rows, and nothing of one without columns', async () => {
    await using emulator = await withSheets({
      rows: [
        ['a', 'b'],
        ['c', 'd'],
      ],
    });
    const call = callThrough(emulator);
    const target = { spreadsheet, sheet: 'Sheet1' };
    await save('save_to_gsheets', { call, table: tableOf(people.slice(0, 1), []), target });
    expect(valuesOf(emulator, 'Sheet1')).toEqual([['Name']]);
    await save('save_to_gsheets', { call, table: emptyTable, target });
    expect(valuesOf(emulator, 'Sheet1')).toEqual([]);
  });

  it('writes 20,000 rows of 10 columns in calls of 20,000 cells, then 10 rows over them', async () => {
    await using emulator = await withSheets({});
    const columns = Array.from({ length: 10 }, (_, index): Column => ({ name: `c${index}`, type: 'number' }));
    const rows = Array.from({ length: 20_000 }, (_, row) =>
      columns.map((__, column): Cell => row * 10 + column),
    );
    const call = callThrough(emulator);
    const target = { spreadsheet, sheet: 'Sheet1' };
    await save('save_to_gsheets', { call, table: tableOf(columns, rows), target });
    const header = columns.map(({ name }) => name);
    expect(valuesOf(emulator, 'Sheet1')).toEqual([header, ...rows]);
    // One read, one to grow, eleven of values, one to clear.
    expect(emulator.api.calls).toHaveLength(14);
    await save('save_to_gsheets', { call, table: tableOf(columns, rows.slice(0, 10)), target });
    expect(valuesOf(emulator, 'Sheet1')).toEqual([header, ...rows.slice(0, 10)]);
  });

  it('gives columns away in the same request when ten million cells would not suffice', async () => {
    await using emulator = await withSheets(
      { rowCount: 100, columnCount: 200 },
      { title: 'Big', rowCount: 900_000, columnCount: 10 },
    );
    const rows = Array.from({ length: 6_000 }, (_, row): Row => [String(row)]);
    const table = tableOf([{ name: 'a', type: 'string' }], rows);
    await save('save_to_gsheets', {
      call: callThrough(emulator),
      table,
      target: { spreadsheet, sheet: 'Sheet1' },
    });
    expect(sheetCalled(emulator, 'Sheet1')).toMatchObject({ rowCount: 6_001, columnCount: 1 });
    expect(valuesOf(emulator, 'Sheet1')).toHaveLength(6_001);
  });

  it.each<[string, Fault['act']]>([
    ['a failure', answer(500)],
    ['a cut connection', { kind: 'reset' }],
    ['a lost answer', { kind: 'cut', bytes: 5 }],
  ])('writes all in spite of %s at any call', async (_, act) => {
    const rows = Array.from({ length: 6_000 }, (__, row): Row => [`n${row}`, row, true, null]);
    for (let skip = 0; skip < 4; skip++) {
      await using emulator = await withSheets({});
      emulator.api.addFault({ skip, times: 1, act });
      const target = { spreadsheet, sheet: 'Out' };
      await save('save_to_gsheets', { call: callThrough(emulator), table: tableOf(people, rows), target });
      expect(valuesOf(emulator, 'Out')).toHaveLength(6_001);
      expect(emulator.spreadsheets[0]?.sheets).toHaveLength(2);
    }
  });

  it.each<[string, Partial<GoogleSheet>, (emulator: GoogleEmulator) => void, string, string]>([
    [
      'a chart',
      { sheetType: 'OBJECT' },
      () => undefined,
      'saveFailed',
      'The sheet "Sheet1" is a chart or the like and takes no rows.',
    ],
    [
      'a spreadsheet that is gone',
      {},
      (emulator) => emulator.spreadsheets.pop(),
      'saveFailed',
      'Requested entity was not found.',
    ],
    [
      'an Excel file',
      {},
      (emulator) => Object.assign(emulator.spreadsheets[0] ?? {}, { isXlsx: true }),
      'saveFailed',
      'This operation is not supported for this document',
    ],
    [
      'a spreadsheet of somebody else',
      {},
      (emulator) => Object.assign(emulator.spreadsheets[0] ?? {}, { sharedWith: ['bob@example.com'] }),
      'saveRefused',
      'The caller does not have permission',
    ],
    [
      'a limit exceeded',
      {},
      (emulator) => {
        emulator.limits = { ...emulator.limits, writesPerUser: 0 };
      },
      'saveRateLimited',
      'RESOURCE_EXHAUSTED',
    ],
  ])('says so of %s', async (_, sheet, prepare, key, data) => {
    await using emulator = await withSheets(sheet);
    prepare(emulator);
    const table = tableOf(people, [['Ada', 1, true, null]]);
    const target = { spreadsheet, sheet: 'Sheet1' };
    await expect(
      save('save_to_gsheets', { call: callThrough(emulator), table, target }),
    ).rejects.toMatchObject({
      key,
      data,
      message: 'Could not save to Google Sheets.',
    });
  });
});
