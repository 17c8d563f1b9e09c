/** Previews in the dashboard's interface: rows of any format as texts, columns, parameters; reading stops with the caller. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyBase, fillTable } from '../../emulators/airtable/airtable-seed.ts';
import { exportParameters } from '../../src/export/parameters.ts';
import { startPlatformService, startPlatforms } from '../support/platform-service.ts';
import { engines, startTestService, type TestService } from '../support/service.ts';
import { type Session, signedIn } from '../support/session.ts';

const endless = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n';

describe.each(engines)('previews on %s', (engine) => {
  let service: TestService;
  let ann: Session;
  let id: string;
  beforeAll(async () => {
    service = await startTestService({ engine });
    ann = await signedIn(service, 'ann@example.com', '--plan', 'lite');
    const csv = 'name,order,Unit price\n<b>x</b>,007,1.50\n,TRUE,2\n';
    id = await service.publish(csv, '--owner', 'ann@example.com', '--name', 'Goods');
    await service.command('account', 'set', 'ann@example.com', '--credits', '0');
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const preview = async (parameters: Record<string, string>) =>
    (await ann.call('POST', `/api/endpoints/${id}/preview`, { parameters })).json();
  const columns = async (query = '') =>
    (await ann.call('GET', `/api/endpoints/${id}/columns${query}`)).json();

  it.each(['csv', 'json_index', 'xml', 'html_table', 'dynamic_table'])(
    'have their rows as texts besides, at zero credits: %s',
    async (type) => {
      expect(await preview({ type })).toMatchObject({
        columns: [
          { name: 'name', type: 'string' },
          { name: 'order', type: 'string' },
          { name: 'Unit price', type: 'number' },
        ],
        rows: [
          ['<b>x</b>', '007', '1.5'],
          [null, 'TRUE', '2'],
        ],
        moreColumns: 0,
        leftOut: { cells: 0, rows: 0, columns: 0 },
        ms: expect.any(Number),
      });
      expect(await service.command('account', 'show', 'ann@example.com')).toMatchObject({ credits: 0 });
    },
  );

  it('have a nonce only if they are pages', async () => {
    expect(await preview({})).toMatchObject({ nonce: '' });
    const { nonce, body } = Object(await preview({ type: 'html_table' }));
    expect(body).toContain(`<style nonce="${nonce}">`);
  });

  it('read no further than their ten rows', async () => {
    const first = Array.from({ length: 10 }, (_, at) => [String(at + 1)]);
    expect(await preview({ sql: endless })).toMatchObject({ rows: first });
  });

  it('have more rows if they are asked for, and say how many there are in all', async () => {
    const numbers = (limit: number): string =>
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT ${limit}) SELECT i FROM n -- all;`;
    const asked = async (sql: string, rows?: number) =>
      (await ann.call('POST', `/api/endpoints/${id}/preview`, { parameters: { sql }, rows })).json();
    expect(await asked(numbers(1_234))).toMatchObject({ rows: { length: 10 }, total: 1_234 });
    expect(await asked(`${numbers(1_234)}\n;`, 60)).toMatchObject({ rows: { length: 60 }, total: 1_234 });
    expect(await asked(numbers(7), 100)).toMatchObject({ rows: { length: 7 }, total: 7 });
    expect(await asked(endless)).toMatchObject({ rows: { length: 10 }, total: null });
    expect(await preview({})).toMatchObject({ total: 2 });
    const tooMany = await ann.call('POST', `/api/endpoints/${id}/preview`, { parameters: {}, rows: 101 });
    expect(tooMany.status).toBe(400);
  });

  it('show the beginning of long cells and of wide tables', async () => {
    const wide = Array.from({ length: 150 }, (_, at) => `'${'x'.repeat(1_100)}' AS c${at}`).join();
    const answer = Object(
      await preview({ sql: `SELECT ${wide.slice(0, 15_000)}, 1 AS last`.replace(/,[^,]*, 1/, ', 1') }),
    );
    expect(answer.rows[0][0]).toBe(`${'x'.repeat(1_000)}…`);
    const many = Array.from({ length: 150 }, (_, at) => `${at} AS c${at}`).join();
    expect(await preview({ sql: `SELECT ${many}` })).toMatchObject({ moreColumns: 50 });
  });

  it('can be asked for these columns', async () => {
    expect(await columns()).toEqual({
      columns: [
        { name: 'name', type: 'string' },
        { name: 'order', type: 'string' },
        { name: 'Unit price', type: 'number' },
      ],
      total: 3,
    });
    await ann.call('PATCH', `/api/endpoints/${id}`, { fields: ['Unit price'] });
    expect(await columns()).toEqual({ columns: [{ name: 'Unit price', type: 'number' }], total: 1 });
    expect(await columns('?all_fields=true')).toMatchObject({ total: 3 });
    await ann.call('PATCH', `/api/endpoints/${id}`, { fields: null });
  });

  it('know every parameter and format', async () => {
    const answer = Object(await (await ann.call('GET', '/api/parameters')).json());
    expect(answer.parameters.map(({ name }: { name: string }) => name)).toEqual(
      Object.keys(exportParameters),
    );
    expect(answer.formats).toContainEqual({
      name: 'json_split',
      label: 'JSON split',
      group: 'JSON',
      contentType: 'text/json',
      isJson: true,
    });
    expect(answer).toMatchObject({ isGoogleConnected: false });
    const longest = `${service.url}/${id}?x=`.padEnd(answer.longestUrl, 'y');
    expect((await fetch(longest)).status).not.toBe(431);
  });
});

describe('the values of a column', () => {
  const odd = `Say "hi" [x] 'y' ${'long '.repeat(150)}`.trim();
  let service: TestService;
  let ann: Session;
  let id: string;
  beforeAll(async () => {
    service = await startTestService({ environment: { PREVIEW_SECONDS: '600' } });
    ann = await signedIn(service, 'ann@example.com', '--plan', 'lite');
    const lines = Array.from(
      { length: 10_000 },
      (_, at) =>
        `${at % 3 === 0 ? "O'Brien" : at % 7 === 0 ? '50%' : `customer ${at}`},${at % 2 === 0},${at % 4},\n`,
    );
    const header = `"${odd.replaceAll('"', '""')}",paid,count,none`;
    const long = `${'x'.repeat(201)},true,9,\n`;
    const csv = `${header}\n${lines.join('')}${long}`;
    id = await service.publish(csv, '--owner', 'ann@example.com');
    await service.command('account', 'set', 'ann@example.com', '--credits', '0');
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const ask = (body: unknown, by = ann): Promise<Response> =>
    by.call('POST', `/api/endpoints/${id}/values`, body);

  it('are the most frequent ones, at most a hundred, none of them long, at zero credits', async () => {
    const { values, isMore } = Object(await (await ask({ column: odd })).json());
    expect([values.length, isMore]).toEqual([100, true]);
    expect(values.slice(0, 3)).toEqual(["O'Brien", '50%', 'customer 1']);
    expect(Math.max(...values.map((value: string) => value.length))).toBeLessThanOrEqual(200);
    expect(await (await ask({ column: 'count' })).json()).toEqual({
      values: ['0', '1', '2', '3', '9'],
      isMore: false,
    });
    expect(await (await ask({ column: 'none' })).json()).toEqual({ values: [], isMore: false });
  });

  it('can be searched, every sign as it is', async () => {
    expect(await (await ask({ column: odd, search: '0%' })).json()).toEqual({
      values: ['50%'],
      isMore: false,
    });
    expect(await (await ask({ column: odd, search: "o'b" })).json()).toEqual({
      values: ["O'Brien"],
      isMore: false,
    });
    expect(await (await ask({ column: odd, search: 'MER 9998' })).json()).toEqual({
      values: ['customer 9998'],
      isMore: false,
    });
  });

  it('are those of the owner alone, of columns that are there', async () => {
    const bob = await signedIn(service, 'bob@example.com', '--plan', 'lite');
    expect((await ask({ column: 'count' }, bob)).status).toBe(404);
    expect((await ask({ column: 'gone' })).status).toBe(400);
    expect((await ask({ column: 'x'.repeat(1_001) })).status).toBe(400);
  });
});

describe('previews of a platform', () => {
  it('know the remembered fields, read one page, and stop reading when the caller leaves', async () => {
    await using platforms = await startPlatforms();
    const { airtable } = platforms;
    await using service = await startPlatformService(platforms);
    const base = emptyBase('Work');
    airtable.bases.push(base);
    const table = fillTable(base, { name: 'Tasks', rows: 2_000 });
    const owner = await signedIn(service, 'ann@example.com', '--plan', 'lite');
    const made = await service.command(
      'connection',
      'add',
      'ann@example.com',
      '--platform',
      'airtable',
      '--token',
      airtable.addPersonalToken(),
    );
    const choice = ['--base', base.id, '--table', table.id, '--fields', 'Name,Amount'];
    const endpoint = await service.command(
      'endpoint',
      'create',
      'ann@example.com',
      '--connection',
      String(made['id']),
      ...choice,
    );
    const id = String(endpoint['id']);
    expect(await (await owner.call('GET', `/api/endpoints/${id}/columns`)).json()).toEqual({
      columns: [
        { name: 'Name', type: 'string' },
        { name: 'Amount', type: 'number' },
      ],
      total: 2,
    });
    const pages = (): number => airtable.api.calls.filter(({ url }) => url.includes(table.id)).length;
    const preview = (parameters: Record<string, string>, signal?: AbortSignal) =>
      owner.call('POST', `/api/endpoints/${id}/preview`, { parameters }, {}, signal);
    expect(await (await preview({})).json()).toMatchObject({ rows: { length: 10 }, total: null });
    expect(pages()).toBe(1);
    const leaving = new AbortController();
    const left = preview({ sql: 'SELECT count(*) FROM service_table' }, leaving.signal);
    await expect.poll(pages).toBeGreaterThan(3);
    leaving.abort();
    await expect(left).rejects.toThrow('abort');
    expect(await (await preview({})).json()).toMatchObject({ rows: { length: 10 } });
    expect(pages()).toBeLessThan(10);
    const values = await owner.call('POST', `/api/endpoints/${id}/values`, { column: 'Name', search: '199' });
    expect(Object(await values.json()).values).toContain('Tasks 1998');
  });
});
