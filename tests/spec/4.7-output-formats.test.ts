/** Contract 4.7: exact Content-Type, filename and layout of each row of the table, whatever the name. */
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { allFormats } from '../../src/formats/all-formats.ts';
import { allReaders } from '../formats/readers/all-readers.ts';
import { costOf, expectLedgerWhole } from '../support/cast.ts';
import { rawRequest } from '../support/raw-http.ts';
import { startTestService, type TestService } from '../support/service.ts';

const owner = 'ann@example.com';
const csv = 'name,age,note\nAnn,41,"say ""hi"", <b>"\nBo,7,\n';
const records = [
  { name: 'Ann', age: 41, note: 'say "hi", <b>' },
  { name: 'Bo', age: 7, note: null },
];
const xmlText = `<?xml version="1.0" encoding="UTF-8"?>
<data xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<row><name>Ann</name><age>41</age><note>say "hi", &lt;b&gt;</note></row>
<row><name>Bo</name><age>7</age><note xsi:nil="true"/></row>
</data>
`;
const json = (expected: unknown) => (body: string) => expect(JSON.parse(body)).toEqual(expected);
const htmlTable = (body: string): void => {
  expect(body).toMatch(/^<!doctype html>/i);
  expect(body.trimEnd()).toMatch(/<\/html>$/);
  expect(body).toContain('<table');
  for (const text of ['name', 'age', 'note', 'Ann', '41', 'Bo']) expect(body).toContain(text);
  expect(body).not.toContain('<b>');
};

/** The eleven rows of the table beside this file; what further formats hold is in `allReaders`. */
const formats: readonly (readonly [
  format: string,
  type: string,
  contentType: string,
  file: string,
  check: (body: string) => void,
])[] = [
  ['CSV: comma-separated rows with a header row', '', 'text/csv', 'csv', (body) => expect(body).toBe(csv)],
  ['JSON records: array of objects, one per row', 'json_records', 'text/json', 'json', json(records)],
  [
    'JSON split: columns array and data arrays',
    'json_split',
    'text/json',
    'json',
    json({ columns: ['name', 'age', 'note'], data: records.map((row) => Object.values(row)) }),
  ],
  [
    'JSON index: keyed by row index',
    'json_index',
    'text/json',
    'json',
    json({ 0: records[0], 1: records[1] }),
  ],
  [
    'JSON columns: keyed by column name',
    'json_columns',
    'text/json',
    'json',
    json({
      name: { 0: 'Ann', 1: 'Bo' },
      age: { 0: 41, 1: 7 },
      note: { 0: 'say "hi", <b>', 1: null },
    }),
  ],
  [
    'JSON values: array of arrays, no headers',
    'json_values',
    'text/json',
    'json',
    json(records.map((row) => Object.values(row))),
  ],
  [
    'JSON table: schema plus data',
    'json_table',
    'text/json',
    'json',
    json({
      schema: {
        fields: [
          { name: 'name', type: 'string' },
          { name: 'age', type: 'integer' },
          { name: 'note', type: 'string' },
        ],
      },
      data: records,
    }),
  ],
  ['XML: XML document', 'xml', 'application/xml', 'xml', (body) => expect(body).toBe(xmlText)],
  ['HTML table: static HTML table', 'html_table', 'text/html', 'html', htmlTable],
  ['Dynamic table: interactive HTML table', 'dynamic_table', 'text/html', 'html', htmlTable],
  ['Excel web query: HTML table for web-query import', 'excel_web_query', 'text/html', 'html', htmlTable],
];

/** The endpoint's name, and what the header then says. */
const names = [
  ['people', 'filename=people.csv'],
  ['two words', 'filename="two words.csv"'],
  ['say "hi"', 'filename="say _hi_.csv"'],
  ['a\r\nSet-Cookie: x=1', 'filename="aSet-Cookie_ x=1.csv"'],
  ['📊 data', 'filename="_ data.csv"; filename*=UTF-8\'\'%F0%9F%93%8A%20data.csv'],
  ['Größe', 'filename="Gr__e.csv"; filename*=UTF-8\'\'Gr%C3%B6%C3%9Fe.csv'],
  ['../../etc/passwd', 'filename=_.._etc_passwd.csv'],
  ['C:\\temp\\x', 'filename=C__temp_x.csv'],
  ['a;b', 'filename="a;b.csv"'],
  ['.hidden', 'filename=hidden.csv'],
  ['\u202efdp', 'filename=fdp.csv'],
  ['', 'filename=export.csv'],
] as const;

describe('4.7 Output formats', () => {
  let service: TestService;
  let id: string;
  beforeAll(async () => {
    service = await startTestService();
    await service.command('account', 'create', owner, '--plan', 'pro');
    id = await service.publish(csv, '--owner', owner, '--name', 'people');
  });
  afterEach(() => expectLedgerWhole(service));
  afterAll(() => service[Symbol.asyncDispose]());
  const get = (type: string, endpoint = id): Promise<Response> =>
    service.get(type === '' ? endpoint : `${endpoint}?type=${type}`);

  it.each(formats)('%s', async (_format, type, contentType, extension, check) => {
    const { cost, answer } = await costOf(service, () => get(type));
    expect([answer.status, cost]).toEqual([200, 1]);
    const charset = contentType.startsWith('text/') ? '; charset=utf-8' : '';
    expect(answer.headers.get('content-type')).toBe(contentType + charset);
    expect(answer.headers.get('content-disposition')).toBe(
      `${type === '' ? 'attachment' : 'inline'}; filename=people.${extension}`,
    );
    check(await answer.text());
  });

  it('`type=csv` overrides another default', async () => {
    const other = await service.publish(csv, '--owner', owner, '--name', 'other', '--type', 'html_table');
    const answer = await get('csv', other);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename=other.csv');
    expect(await answer.text()).toBe(csv);
  });

  it.each(Object.entries(allReaders))('a table without rows is well-formed: %s', async (type, reader) => {
    const empty = await service.publish('a,b\n');
    const answer = await get(type, empty);
    expect(answer.status).toBe(200);
    const { names, rows } = reader.read(await answer.text());
    expect(rows).toEqual([]);
    if (names !== undefined) expect(names).toEqual(['a', 'b']);
  });

  it.each(Object.keys(allFormats))('may be read by any origin and act on none: %s', async (type) => {
    const { headers } = await get(type);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('no-store');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain('sandbox');
    expect(policy).not.toContain('allow-same-origin');
    expect(policy.includes('allow-scripts')).toBe(type === 'dynamic_table');
  });

  it.each(names)('the name %j gives one header: %s', async (name, expected) => {
    // Not every name can be typed; platforms and earlier versions have others.
    const endpoint = await service.publish(csv, '--owner', owner);
    await service.database.db.updateTable('endpoints').set({ name }).where('id', '=', endpoint).execute();
    const answer = await rawRequest(service.url, `GET /${endpoint}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toBe(`attachment; ${expected}`);
    expect(answer.headers.has('set-cookie')).toBe(false);
    expect(answer.body).toBe(csv);
    const page = await get('html_table', endpoint);
    expect(page.status).toBe(200);
    expect(await page.text()).not.toContain('\r\nSet-Cookie');
  });

  it('formula injection: CSV and JSON stay byte-faithful, a web query carries no live formula', async () => {
    const endpoint = await service.publish('cell\n=1+1\n@SUM(A1)\n-2+3\n', '--owner', owner);
    expect(await (await get('', endpoint)).text()).toBe('cell\n=1+1\n@SUM(A1)\n-2+3\n');
    expect(await (await get('json_values', endpoint)).text()).toBe('[["=1+1"],["@SUM(A1)"],["-2+3"]]');
    const page = await (await get('excel_web_query', endpoint)).text();
    const cells = [...page.matchAll(/<td([^>]*)>([^<]*)<\/td>/g)];
    expect(cells.map(([, , text]) => text)).toEqual(['=1+1', '@SUM(A1)', '-2+3']);
    for (const [, marks, text] of cells) {
      expect(marks).toBe(` class="t" x:str="'${text}" sdnum="1033;0;@"`);
    }
    expect(page).toContain('.t { mso-number-format: "\\@"; }');
  });

  it('compression by `Accept-Encoding`, and none without it', async () => {
    const rows = Array.from({ length: 5_000 }, (_, row) => `${row},some text of the row ${row}\n`);
    const large = `n,text\n${rows.join('')}`;
    const endpoint = await service.publish(large, '--owner', owner);
    expect((await rawRequest(service.url, `GET /${endpoint}`)).body).toBe(large);
    for (const [encoding, decode] of [
      ['gzip', gunzipSync],
      ['zstd', zstdDecompressSync],
    ] as const) {
      const answer = await rawRequest(service.url, `GET /${endpoint}`, [`Accept-Encoding: ${encoding}`]);
      expect(answer.headers.get('content-encoding')).toBe(encoding);
      expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
      expect(answer.bytes.length).toBeLessThan(large.length / 2);
      expect(decode(answer.bytes).toString()).toBe(large);
    }
  });
});
