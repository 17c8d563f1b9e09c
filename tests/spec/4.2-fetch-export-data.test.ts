/** Contract 4.2: path, header, processing order, and the methods beside GET. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { costOf, createCast, expectLedgerWhole } from '../support/cast.ts';
import { linkedRecords } from '../support/linked-records.ts';
import { rawRequest } from '../support/raw-http.ts';
import { startTestService, type TestService } from '../support/service.ts';

const owner = 'ann@example.com';
const table = 'name,age\nAnn,41\nBo,7\n';

describe('4.2 GET /<endpoint_id> (fetch export data)', () => {
  let service: TestService;
  let id: string;
  beforeAll(async () => {
    service = await startTestService();
    await service.command('account', 'create', owner, '--plan', 'pro');
    id = await service.publish(table, '--owner', owner, '--name', 'people');
  });
  afterEach(() => expectLedgerWhole(service));
  afterAll(() => service[Symbol.asyncDispose]());
  const query = (parameters: Readonly<Record<string, string>>): string =>
    String(new URLSearchParams(parameters));

  it('Response 200: the data in the selected format, for one credit', async () => {
    const { cost, answer } = await costOf(service, () => service.get(id));
    expect([answer.status, await answer.text(), cost]).toEqual([200, table, 1]);
  });

  it.each([
    ['a mistyped id', (known: string) => `${known.slice(0, 21)}-`],
    ['an id in the other case', (known: string) => swapCase(known)],
    ['an id that is too short', (known: string) => known.slice(0, 21)],
    ['an id that is too long', (known: string) => `${known}0`],
    ['an id of another script', () => encodeURIComponent('данные')],
    ['a climbing path', (known: string) => `%2e%2e%2f${known}`],
    ['a word of the language', () => '__proto__'],
    ['a reserved word', () => 'favicon.ico'],
    ['a path below the id', (known: string) => `${known}/more`],
    ['ten thousand characters', () => 'a'.repeat(10_000)],
  ])('%s gives 404 `Object not found`', async (_what, path) => {
    const { cost, answer } = await costOf(service, () => service.get(path(id)));
    expect([answer.status, cost]).toEqual([404, 0]);
    expect(await answer.json()).toMatchObject({ error: 'Object not found' });
  });

  it('Header: required only when the endpoint has authentication enabled', async () => {
    for (const authorization of ['Bearer anything', 'Basic x', '']) {
      expect((await service.get(id, { authorization })).status).toBe(200);
    }
  });

  describe('Processing order', () => {
    /** An endpoint whose uploaded file is gone: whoever reads it fails. */
    async function publishUnreadable(...options: readonly string[]): Promise<string> {
      const endpoint = await service.publish(table, '--owner', owner, ...options);
      const upload = await service.database.db
        .selectFrom('uploads')
        .select('id')
        .where('endpoint_id', '=', endpoint)
        .executeTakeFirstOrThrow();
      await rm(join(service.folder, 'uploads', upload.id), { recursive: true });
      return endpoint;
    }

    it('1 authentication comes before the data fetch and before the parameters', async () => {
      const unreadable = await publishUnreadable('--token', 'right');
      const { cost } = await costOf(service, async () => {
        for (const path of [unreadable, `${unreadable}?type=nonsense`, `${unreadable}?sql=nonsense`]) {
          expect((await service.get(path)).status).toBe(401);
          expect((await service.get(path, { authorization: 'Bearer wrong' })).status).toBe(401);
        }
        const readable = await service.get(unreadable, { authorization: 'Bearer right' });
        expect(readable.status).toBe(500);
        expect(await readable.json()).toMatchObject({ error: 'Dataframe could not be retrieved' });
      });
      expect(cost).toBe(0);
    });

    it('refusals that need no data come before 2 the data fetch', async () => {
      const unreadable = await publishUnreadable();
      for (const [name, value] of [
        ['type', 'nonsense'],
        ['email_me', 'perhaps'],
        ['all_fields', 'true'],
        ['save_to_gdrive', 'true'],
      ]) {
        expect((await service.get(`${unreadable}?${name}=${value}`)).status).toBe(400);
      }
    });

    it('nothing is fetched for an account that is refused', async () => {
      const unreadable = await publishUnreadable();
      await service.command('account', 'set', owner, '--blocked', 'true');
      try {
        expect((await service.get(unreadable)).status).toBe(403);
      } finally {
        await service.command('account', 'set', owner, '--blocked', 'false');
      }
    });

    it('3 `all_fields` comes before 5 `sql`', async () => {
      const narrow = await service.publish(table, '--owner', owner, '--fields', 'name');
      await service.command('endpoint', 'set', narrow, '--allow', 'all_fields');
      const sql = 'SELECT age FROM service_table ORDER BY age';
      const refused = await service.get(`${narrow}?${query({ sql })}`);
      expect(await refused.json()).toMatchObject({ data: 'no such column: age' });
      const answered = await service.get(`${narrow}?${query({ sql, all_fields: 'true' })}`);
      expect(await answered.text()).toBe('age\n7\n41\n');
    });

    it('4 `extract_json_property` comes before 5 `sql`', async () => {
      const linked = await service.publish(linkedRecords, '--owner', owner);
      const sql = "SELECT task, owners FROM service_table WHERE owners = 'Ann, Bo'";
      const plain = await service.get(`${linked}?${query({ sql })}`);
      expect(await plain.text()).toBe('task,owners\n');
      const extracted = await service.get(`${linked}?${query({ sql, extract_json_property: 'name' })}`);
      expect(await extracted.text()).toBe('task,owners\nDig,"Ann, Bo"\n');
    });

    it('5 `sql` comes before 6 `type` formatting, and 7 `nest_json` after it', async () => {
      const sql = 'SELECT count(*) AS n FROM service_table';
      const answer = await service.get(`${id}?${query({ nest_json: 'answer', type: 'json_split', sql })}`);
      expect(await answer.text()).toBe('{"answer":{"columns":["n"],"data":[[2]]}}');
    });

    it('8 `filename_timestamp` carries the extension that 6 `type` gave', async () => {
      const answer = await service.get(`${id}?${query({ filename_timestamp: 'start', type: 'xml' })}`);
      expect(answer.headers.get('content-disposition')).toMatch(
        /^inline; filename=\d{4}-\d\d-\d\dT\d{6}_people\.xml$/,
      );
    });

    it('9 side effects come last: none when an earlier step fails', async () => {
      const mails = async (): Promise<number> =>
        (await service.database.db.selectFrom('outbox').select('id').execute()).length;
      const before = await mails();
      const unreadable = await publishUnreadable();
      for (const path of [
        `${id}?${query({ email_me: 'true', sql: 'SELECT nope FROM service_table' })}`,
        `${id}?${query({ email_me: 'true', all_fields: 'true' })}`,
        `${unreadable}?email_me=true`,
      ]) {
        expect((await service.get(path)).ok).toBe(false);
      }
      expect(await mails()).toBe(before);
      await service.get(`${id}?email_me=true`);
      expect(await mails()).toBe(before + 1);
    });
  });

  describe('methods beside GET', () => {
    it('HEAD: the same checks and headers, no data, no credit', async () => {
      const { cost, answer } = await costOf(service, () => rawRequest(service.url, `HEAD /${id}?type=xml`));
      expect([answer.status, answer.body, cost]).toEqual([200, '', 0]);
      expect(answer.headers.get('content-type')).toBe('application/xml');
      expect(answer.headers.get('content-disposition')).toBe('inline; filename=people.xml');
      const cast = await createCast(service);
      for (const [path, status] of [
        [`${id}?type=nonsense`, 400],
        [cast.blocked.endpoint, 403],
        ['nothing', 404],
      ] as const) {
        expect(await rawRequest(service.url, `HEAD /${path}`)).toMatchObject({ status, body: '' });
      }
    });

    it('OPTIONS of /urls/create: any origin may POST JSON with a key', async () => {
      const preflight = await fetch(`${service.url}/urls/create`, { method: 'OPTIONS' });
      expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([
        204,
        'POST',
      ]);
      expect(preflight.headers.get('access-control-allow-headers')).toBe('Authorization, Content-Type');
    });

    it('OPTIONS and CORS: any origin may GET', async () => {
      const { cost } = await costOf(service, async () => {
        const preflight = await fetch(`${service.url}/${id}`, {
          method: 'OPTIONS',
          headers: { origin: 'https://app.example', 'access-control-request-method': 'GET' },
        });
        expect(preflight.status).toBe(204);
        expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
        expect(preflight.headers.get('access-control-allow-methods')).toContain('GET');
        expect(preflight.headers.get('access-control-allow-headers')).toBe('Authorization, Content-Type');
      });
      expect(cost).toBe(0);
      for (const path of [id, `${id}?type=nonsense`, 'nothing', `files/${id}`, 'proxy/nothing']) {
        const answer = await service.get(path, { origin: 'https://app.example' });
        expect(answer.headers.get('access-control-allow-origin'), path).toBe('*');
      }
    });

    it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND'])('%s: 405, no credit', async (method) => {
      for (const path of [id, `files/${id}`, 'proxy/nothing']) {
        const { cost, answer } = await costOf(service, () =>
          rawRequest(
            service.url,
            `${method} /${path}`,
            ['Content-Type: text/csv'],
            method === 'TRACE' ? '' : 'a,b',
          ),
        );
        expect([answer.status, cost], path).toEqual([405, 0]);
        expect(JSON.parse(answer.body)).toMatchObject({ error: 'Method not allowed. Use GET.' });
      }
    });
  });

  it('a malformed escape sequence gives 400, never 500', async () => {
    for (const path of [`%zz${id}`, `${id}/%`, `files/%c3%28`]) {
      expect((await rawRequest(service.url, `GET /${path}`)).status).toBeOneOf([400, 404]);
    }
    expect((await rawRequest(service.url, `GET /${id}?type=%zz`)).status).toBe(400);
    expect((await rawRequest(service.url, `GET /${id}?cache=%zz`)).status).toBe(200);
  });
});

function swapCase(text: string): string {
  return [...text]
    .map((letter) => (letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase()))
    .join('');
}
