/** What an owner chooses of a file: header, lines above it, names and types of columns, before and after it is published (contract 1.3.10). */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestService, type TestService } from '../support/service.ts';
import { type Session, signedIn } from '../support/session.ts';

let service: TestService;
let ann: Session;

beforeAll(async () => {
  service = await startTestService();
  ann = await signedIn(service, 'ann@example.com', '--plan', 'pro');
});
afterAll(() => service[Symbol.asyncDispose]());

const choices = z.record(z.string(), z.unknown());
const uploaded = z.object({
  upload: z.string(),
  hasHeader: z.boolean(),
  skippedLines: z.number(),
  columns: z.array(z.object({ name: z.string(), type: z.string() })),
  warnings: z.array(z.object({ text: z.string(), fixes: z.array(z.object({ label: z.string(), choices })) })),
  overrides: z.record(z.string(), z.unknown()),
});
type Uploaded = z.infer<typeof uploaded>;

async function send(content: string, query = ''): Promise<Uploaded> {
  const answer = await ann.upload(`/api/uploads?name=a.csv${query}`, content);
  return uploaded.parse(JSON.parse((await answer.text()).trim().split('\n').at(-1) ?? ''));
}

async function correct({ upload }: Uploaded, columns: readonly object[], decimal: string | null = null) {
  const answer = await ann.call('POST', `/api/uploads/${upload}/corrections`, { decimal, columns });
  return uploaded.parse(await answer.json());
}

async function publish({ upload }: Uploaded): Promise<string> {
  const body = { upload, name: 'A', type: 'json_values', fields: null };
  const answer = await ann.call('POST', '/api/endpoints', body);
  return z.object({ id: z.string() }).parse(await answer.json()).id;
}

const values = async (id: string, query = ''): Promise<unknown> => (await service.get(id + query)).json();
const textsOf = ({ warnings }: Uploaded): string[] => warnings.map(({ text }) => text);
const fixesOf = ({ warnings }: Uploaded): unknown[] => warnings.flatMap(({ fixes }) => fixes);
const typesOf = ({ columns }: Uploaded): string[] => columns.map(({ type }) => type);

it('a first row of data is told, read so only where the page guesses, and can be said either way', async () => {
  const file = '7,Ann\n8,Bo\n';
  const told = await send(file);
  expect(told).toMatchObject({ hasHeader: true, columns: [{ name: '7' }, { name: 'Ann' }] });
  expect(textsOf(told)).toEqual([
    'The first row looks like data, but it became the column names ("7, Ann").',
  ]);
  expect(fixesOf(told)).toEqual([{ label: 'Read it as data', choices: { hasHeader: false } }]);
  const guessed = await send(file, '&hasHeader=guess');
  expect(guessed).toMatchObject({ hasHeader: false, columns: [{ name: 'column_1' }, { name: 'column_2' }] });
  expect(textsOf(guessed)).toEqual(['The first row looks like data ("7, Ann"), so we numbered the columns.']);
  expect(textsOf(await send(file, '&hasHeader=true'))).toEqual([]);
  const said = await send(file, '&hasHeader=false');
  expect(textsOf(said)).toEqual([]);
  const id = await publish(said);
  expect(await values(id)).toEqual([
    [7, 'Ann'],
    [8, 'Bo'],
  ]);
  expect(await (await service.get(`${id}?type=csv`)).text()).toBe('column_1,column_2\n7,Ann\n8,Bo\n');
});

it('rows without a header may get longer, and are all there', async () => {
  const id = await publish(await send('7\n8,Bo\n\n9,Cy,x\n', '&hasHeader=false&delimiter=,'));
  expect(await values(id)).toEqual([
    [7, null, null],
    [8, 'Bo', null],
    [9, 'Cy', 'x'],
  ]);
});

it('lines above the table are skipped with a word, or as many as are said', async () => {
  const file = 'Sales 2026\r\n"by ""Ann"\r\n\r\nid;name\r\n1;a\r\n2;b\r\n';
  const found = await send(file);
  expect(found).toMatchObject({ skippedLines: 3, columns: [{ name: 'id' }, { name: 'name' }] });
  expect(textsOf(found)).toEqual([
    expect.stringMatching(/^We skipped 3 lines above the table: "Sales 2026"/),
  ]);
  const kept = await send('Sales\nid;name\n1;a\n', '&skipLines=0&delimiter=%3B');
  expect(kept).toMatchObject({ skippedLines: 0, columns: [{ name: 'Sales' }, { name: 'column_2' }] });
  const said = await send('"never closed\nx\nid,name\n1,a\n', '&skipLines=2');
  expect(said).toMatchObject({ skippedLines: 2, columns: [{ name: 'id' }, { name: 'name' }] });
  const line = await send('x\ny\nid,n\n1,5\n2,n/a\n3,1\n4,1\n5,1\n', '&skipLines=2');
  expect(textsOf(line)).toEqual([expect.stringContaining('"n/a" on line 5')]);
  expect((await ann.upload('/api/uploads?name=a.csv&skipLines=1001', 'a\n1\n')).status).toBe(400);
  const answer = await ann.upload('/api/uploads?name=a.csv&skipLines=9', 'a\n1\n');
  expect(await answer.text()).toContain('The file is empty');
});

it('header, lines and decimal mark are remembered for the next file, through every door', async () => {
  const id = await publish(await send('Title\n7;1,5\n', '&hasHeader=false&skipLines=1&decimal=comma'));
  const next = await send('Other\n8;2.500\n', `&replaces=${id}`);
  expect(next.overrides).toMatchObject({ hasHeader: false, skipLines: 1, decimal: 'comma' });
  await ann.call('PUT', `/api/endpoints/${id}/file`, { upload: next.upload });
  expect(await values(id)).toEqual([[8, 2500]]);
  const third = join(service.folder, 'third.csv');
  await writeFile(third, 'Third\n9;3,5\n');
  await service.command('publish', third, '--replace', id);
  expect(await values(id)).toEqual([[9, 3.5]]);
});

it('the command line says them too, and never guesses the first row', async () => {
  const id = await service.publish('Title\n7,Ann\n8,Bo\n', '--skip-lines', '1', '--header', 'false');
  expect(await values(id, '?type=json_values')).toEqual([
    [7, 'Ann'],
    [8, 'Bo'],
  ]);
  const file = join(service.folder, 'data.csv');
  await writeFile(file, '7,Ann\n8,Bo\n');
  expect(await service.command('publish', file)).toMatchObject({
    rows: 1,
    warnings: [expect.stringMatching(/looks like data.*--header false/)],
  });
  await expect(service.publish('a\n1\n', '--header', 'no')).rejects.toThrow('--header takes true or false.');
  await expect(service.publish('a\n1\n', '--skip-lines', '1001')).rejects.toThrow('at most 1000');
});

it('a cell that may be thousands or a fraction leaves its column text, until it is chosen', async () => {
  const doubtful = await send('a;b\n1,5;x\n5.555;y\n');
  expect(typesOf(doubtful)).toEqual(['string', 'string']);
  expect(textsOf(doubtful)).toEqual([
    'In the column "a", "5.555" on line 3 may be 5555 or 5.555. The column stays text until you choose.',
  ]);
  const [fix] = doubtful.warnings[0]?.fixes ?? [];
  const chosen = await correct(doubtful, z.array(z.object({}).loose()).parse(fix?.choices['columns']));
  expect([typesOf(chosen), textsOf(chosen)]).toEqual([['number', 'string'], []]);
  expect(await values(await publish(chosen))).toEqual([
    [1.5, 'x'],
    [5555, 'y'],
  ]);
  expect(typesOf(await send('a;b\n1,5;x\n5.555;y\n1.234,5;z\n'))).toEqual(['number', 'string']);
  const mirrored = await send('a;b\n1.5;x\n"5,555";y\n');
  expect(typesOf(mirrored)).toEqual(['string', 'string']);
  expect(textsOf(mirrored)).toEqual([expect.stringContaining('looks like numbers but is text')]);
});

const typed = 'when;price;share;n;ok\n31.12.2026;1.234,50 £;12 %;7;yes\n01.02.2026;-3,5 £;;N/A;no\n';

it('types that are chosen hold in every format but CSV, and what does not fit is told', async () => {
  const read = await send(typed);
  expect(typesOf(read)).toEqual(['string', 'string', 'string', 'string', 'string']);
  expect(textsOf(read)).toEqual([
    expect.stringContaining('"when" looks like dates ("31.12.2026")'),
    expect.stringContaining('"price" looks like numbers'),
    expect.stringContaining('"share" looks like numbers'),
  ]);
  const chosen = await correct(read, [
    { column: 'when', type: 'date' },
    { column: 'price', type: 'number', name: 'Price' },
    { column: 'share', type: 'number' },
    { column: 'n', type: 'integer' },
    { column: 'ok', type: 'boolean' },
  ]);
  expect(typesOf(chosen)).toEqual(['date', 'number', 'number', 'integer', 'boolean']);
  expect(textsOf(chosen)).toEqual([
    'In the column "n", 1 cell is not a whole number (first "N/A" on line 3): empty in every format but CSV.',
  ]);
  const id = await publish(chosen);
  const rows = [
    ['2026-12-31', 1234.5, 12, 7, true],
    ['2026-02-01', -3.5, null, null, false],
  ];
  expect(await values(id)).toEqual(rows);
  expect(await (await service.get(`${id}?type=csv`)).text()).toBe(
    'when,Price,share,n,ok\n31.12.2026,"1.234,50 £",12 %,7,yes\n01.02.2026,"-3,5 £",,N/A,no\n',
  );
  const sql = encodeURIComponent('SELECT "when", Price * 2 AS twice FROM service_table ORDER BY "when"');
  expect(await values(id, `?sql=${sql}`)).toEqual([
    ['2026-02-01', -7],
    ['2026-12-31', 2469],
  ]);
  const xml = await (await service.get(`${id}?type=xml`)).text();
  expect(xml).toContain('<when>2026-12-31</when><Price>1234.5</Price>');
  expect(await values(id, '?extract_json_property=x')).toEqual(rows);
});

it('a date that can be read in two ways is asked for', async () => {
  const read = await send('d\n01/02/2026\n03/04/2026\n');
  expect(textsOf(read)).toEqual([expect.stringContaining('looks like dates')]);
  expect(fixesOf(read)).toMatchObject([
    { label: 'Read as dates, day first' },
    { label: 'Read as dates, month first' },
  ]);
  const asked = await correct(read, [{ column: 'd', type: 'date' }]);
  expect([typesOf(asked), textsOf(asked)]).toEqual([
    ['string'],
    [expect.stringContaining('"01/02/2026" on line 2 can be read in two ways')],
  ]);
  const chosen = await correct(asked, [{ column: 'd', type: 'date', form: 'month first' }]);
  expect(await values(await publish(chosen))).toEqual([['2026-01-02'], ['2026-03-04']]);
  expect(
    typesOf(await correct(await send('d\n01/02/2026\n13/02/2026\n'), [{ column: 'd', type: 'date' }])),
  ).toEqual(['date']);
});

it('columns are changed after publishing as well; what was chosen is remembered, and taken back', async () => {
  const id = await publish(await send('code,when\n12,31.12.2026\n'));
  await ann.call('PATCH', `/api/endpoints/${id}`, { fields: ['when', 'code'] });
  const draft = async (): Promise<Uploaded> =>
    uploaded.parse(await (await ann.call('POST', `/api/endpoints/${id}/file/draft`)).json());
  const put = async ({ upload }: Uploaded): Promise<unknown> =>
    (await ann.call('PUT', `/api/endpoints/${id}/file`, { upload })).json();
  const changed = await correct(await draft(), [
    { column: 'code', type: 'string', name: 'Code' },
    { column: 'when', type: 'date' },
  ]);
  expect(await put(changed)).toEqual({ lostFields: [] });
  expect(await values(id, '?type=json_records')).toEqual([{ when: '2026-12-31', Code: '12' }]);
  const next = join(service.folder, 'next.csv');
  await writeFile(next, 'when,code\n1.1.2027,34\n');
  await service.command('publish', next, '--replace', id);
  expect(await values(id, '?type=json_records')).toEqual([{ when: '2027-01-01', Code: '34' }]);
  expect(await put(await correct(await draft(), [{ column: 'code' }, { column: 'when' }]))).toEqual({
    lostFields: [],
  });
  expect(await values(id, '?type=json_records')).toEqual([{ when: '1.1.2027', code: 34 }]);
});

it('a file whose columns changed is told which choices have no effect', async () => {
  const read = await correct(await send('code,n\n12,1\n'), [{ column: 'code', type: 'string' }]);
  const next = await send('Kode,n\n12,1\n', `&replaces=${await publish(read)}`);
  expect(textsOf(next)).toEqual(['The file has no column "code": your choices for it have no effect.']);
  expect(typesOf(next)).toEqual(['integer', 'integer']);
});

it('refuses two columns of one name, names that are too long, and choices that are none', async () => {
  const read = await send('a,b\n1,2\n');
  const call = (columns: unknown) =>
    ann.call('POST', `/api/uploads/${read.upload}/corrections`, { decimal: null, columns });
  expect(await (await call([{ column: 'a', name: 'b' }])).json()).toMatchObject({
    data: 'Two columns cannot have the same name: "b". Choose another name.',
  });
  const swapped = await call([
    { column: 'a', name: 'b' },
    { column: 'b', name: 'a' },
  ]);
  expect(uploaded.parse(await swapped.json()).columns.map(({ name }) => name)).toEqual(['b', 'a']);
  expect((await call([{ column: 'a', name: 'x'.repeat(1_001) }])).status).toBe(400);
  expect((await call([{ column: 'a', name: ' ' }])).status).toBe(400);
  expect((await call([{ column: 'a', type: 'money' }])).status).toBe(400);
  expect((await ann.upload('/api/uploads?name=a.csv&columns=%7B', 'a\n1\n')).status).toBe(400);
});

it('columns that were kept as text before there were other choices stay so', async () => {
  const id = await service.publish('code,n\n12,1\n', '--text', 'code');
  const { db } = service.database;
  const endpoints = db.updateTable('endpoints').where('id', '=', id);
  const row = await db
    .selectFrom('endpoints')
    .select('source_settings')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const { upload } = z.object({ upload: z.string() }).parse(JSON.parse(String(row.source_settings)));
  await endpoints.set({ source_settings: JSON.stringify({ upload, text: ['code'] }) }).execute();
  const next = join(service.folder, 'later.csv');
  await writeFile(next, 'code,n\n34,2\n');
  await service.command('publish', next, '--replace', id);
  expect(await values(id, '?type=json_values')).toEqual([['34', 2]]);
});
