/**
 * Contract 7: every error that can be reached, provoked through the front door: exact status and body, a help page that
 * opens, and no credit used.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Cast, castTable, costOf, createCast, expectLedgerWhole } from '../support/cast.ts';
import { startTestService, type TestService } from '../support/service.ts';

const site = 'https://site.example/login';
const owner = 'paid@example.com';
const noSuchColumn = 'sql=SELECT+salary+FROM+service_table';

interface Scene {
  readonly service: TestService;
  readonly cast: Cast;
}

type Provocation = (scene: Scene) => Promise<Response>;

const hit =
  (name: keyof Cast, query = ''): Provocation =>
  ({ service, cast }) =>
    service.get(`${cast[name].endpoint}${query}`);

const withToken =
  (route: 'direct' | 'proxy', authorization?: string): Provocation =>
  async ({ service }) => {
    const id = await service.publish(castTable, '--owner', owner, '--token', 'secret');
    const path = route === 'direct' ? id : `proxy/${(await service.command('proxy', 'create', id))['id']}`;
    return service.get(path, authorization === undefined ? {} : { authorization });
  };

const get =
  (path: string): Provocation =>
  ({ service }) =>
    service.get(path);

const post =
  (path: string, body: string): Provocation =>
  async ({ service }) => {
    const { key } = await service.command('api-key', 'create', owner);
    return fetch(`${service.url}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body,
    });
  };

const lostColumn: Provocation = async ({ service }) => {
  const id = await service.publish('name,age\nAnn,41\n', '--owner', owner, '--fields', 'age');
  await service.publish('name,years\nAnn,41\n', '--replace', id);
  return service.get(id);
};

const lostFile: Provocation = async ({ service }) => {
  const id = await service.publish(castTable, '--owner', owner);
  const { db } = service.database;
  const uploads = db.selectFrom('uploads').select('id').where('endpoint_id', '=', id);
  const upload = await uploads.executeTakeFirstOrThrow();
  await rm(join(service.folder, 'uploads', upload.id), { recursive: true });
  return service.get(id);
};

const misconfigured: Provocation = async ({ service }) => {
  const id = await service.publish(castTable, '--owner', owner);
  const { db } = service.database;
  await db.updateTable('endpoints').set({ source_settings: '{}' }).where('id', '=', id).execute();
  return service.get(id);
};

/** The errors of contract 7.3.1: cause, provocation, status, text, `data` where there is one. */
const specified: readonly (readonly [string, Provocation, number, string, string?])[] = [
  ['Invalid SQL', hit('paid', `?${noSuchColumn}`), 400, 'Could not validate sql.', 'no such column: salary'],
  [
    'Parameter X not enabled for the endpoint',
    hit('paid', '?all_fields=true'),
    400,
    "Custom parameter 'all_fields' is not enabled for this object.",
  ],
  ['Auth enabled, no header', withToken('direct'), 401, 'Authorization header is required'],
  [
    'Header lacks `Bearer` prefix',
    withToken('direct', 'Basic secret'),
    401,
    'Invalid Authorization header format',
  ],
  ['Wrong token', withToken('direct', 'Bearer wrong'), 401, 'Invalid Authorization header'],
  ['Proxy route, no header', withToken('proxy'), 401, 'AUTH_HEADER_MISSING'],
  ['Proxy route, wrong header', withToken('proxy', 'Bearer wrong'), 401, 'INVALID_AUTH_HEADER'],
  ['Proxy route, malformed header', withToken('proxy', 'secret'), 401, 'INVALID_AUTH_HEADER'],
  ['Credit balance zero', hit('creditless'), 403, `Not enough credits. Login at ${site} to purchase.`],
  ['Subscription expired', hit('lapsed'), 403, `Not enough credits. Login at ${site} to purchase.`],
  ["Endpoint's owner account not found", hit('deleted'), 403, 'User ID not found'],
  ['Account blocked', hit('blocked'), 403, 'USER_BLOCKED'],
  ['All trial hits used, no paid plan', hit('trialExpired'), 403, 'Your free trial has expired'],
  ['Account never initialised', hit('uninitialised'), 403, `Please login to ${site} to reactivate your URLs`],
  ['Endpoint id does not exist', get('0000000000000000000000'), 404, 'Object not found'],
  ['Endpoint id does not exist, /files/', get('files/mistyped'), 404, 'Object not found'],
  ['Proxy id does not exist', get('proxy/0000000000000000000000'), 404, 'URL not found in database.'],
  [
    'Source fields renamed since the endpoint was created',
    lostColumn,
    409,
    'We received an error to indicate that your CSV upload data structure may have changed.',
    'The file no longer has the column "age".',
  ],
  [
    'Source integration disconnected',
    post('urls/create', '{"base":"b","table":"t"}'),
    423,
    'Failed to authenticate with export platform.',
    'The account has no working connection to Airtable: connect it first.',
  ],
  ['Source unavailable', lostFile, 500, 'Dataframe could not be retrieved'],
  ['Misconfigured endpoint', misconfigured, 500, 'Dataframe could not be retrieved'],
];

/** All other errors. */
const decided: readonly (readonly [string, Provocation, number, string, string?])[] = [
  [
    'A flag parameter with another value',
    hit('paid', '?email_me=perhaps'),
    400,
    "Parameter 'email_me' must be true or false.",
  ],
  [
    'No account connected',
    hit('paid', '?save_to_gdrive=true'),
    400,
    "Parameter 'save_to_gdrive' needs a connected account, and no account is connected.",
  ],
  ['A body field missing', post('urls/create', '{"table":"t"}'), 400, "Field 'base' must be a text."],
  ['A body that is no JSON', post('urls/create', '{'), 400, 'The request could not be read.'],
  ['A broken escape sequence', get('%zz'), 400, 'The request could not be read.'],
  ['Another method', post('0000000000000000000000', '{}'), 405, 'Method not allowed. Use GET.'],
];

const errorBody = z.strictObject({
  error: z.string(),
  help: z.url(),
  data: z.string().optional(),
  message: z.string().optional(),
});

describe('7 Errors', () => {
  let service: TestService;
  let cast: Cast;
  beforeAll(async () => {
    service = await startTestService({ environment: { SITE_URL: site } });
    cast = await createCast(service);
  });
  afterEach(() => expectLedgerWhole(service));
  afterAll(() => service[Symbol.asyncDispose]());

  for (const [cause, provoke, status, error, data] of [...specified, ...decided]) {
    describe(cause, () => {
      it(`${status} \`${error}\``, async () => {
        const { answer } = await costOf(service, () => provoke({ service, cast }));
        expect(answer.status).toBe(status);
        expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
        const body = errorBody.parse(await answer.json());
        expect(body).toEqual({
          error,
          help: body.help,
          ...(data !== undefined && { data }),
          ...(status === 400 && data !== undefined && { message: expect.any(String) }),
        });
      });

      it('`help` opens a page of this service that names the error', async () => {
        const { help } = errorBody.parse(await (await provoke({ service, cast })).json());
        const page = await fetch(help);
        expect(page.status).toBe(200);
        expect(page.headers.get('content-type')).toMatch(/^text\/html/);
        expect(await page.text()).toContain(`${status}`);
      });

      it('uses no credit and sends no mail', async () => {
        // That the URL stopped working is told once, whoever asked.
        const outbox = service.database.db
          .selectFrom('outbox')
          .selectAll()
          .where('subject', 'not like', 'Your URL stopped working%');
        const before = await outbox.execute();
        const { cost } = await costOf(service, () => provoke({ service, cast }));
        expect(cost).toBe(0);
        expect(await outbox.execute()).toEqual(before);
      });
    });
  }

  it.each([
    ['no such column: X', 'SELECT X FROM service_table', 'no such column: X'],
    ['no such table: X', 'SELECT * FROM X', 'no such table: X'],
    ['near "X": syntax error', 'SELECT name FROM service_table X X', 'near "X": syntax error'],
    ['unrecognized token', "SELECT 'X", 'unrecognized token: "\'X"'],
  ])('SQL `data` reason: %s', async (_reason, sql, data) => {
    const { cost, answer } = await costOf(service, () =>
      service.get(`${cast.paid.endpoint}?sql=${encodeURIComponent(sql)}`),
    );
    expect([answer.status, cost]).toEqual([400, 0]);
    expect(await answer.json()).toMatchObject({ error: 'Could not validate sql.', data });
  });

  it('an error tells nothing of the inside: no path, no stack, no name of a library', async () => {
    for (const [, provoke] of [...specified, ...decided]) {
      const text = await (await provoke({ service, cast })).text();
      expect(text).not.toMatch(/\/(?:tmp|src|node_modules|uploads)\/|\bat \w+ \(|fastify|FST_|ENOENT|zod/i);
      expect(text).not.toContain(service.folder);
    }
  });

  it('every error answer may be read by any origin, is never cached and never sniffed', async () => {
    for (const [cause, provoke] of [...specified, ...decided]) {
      const { headers } = await provoke({ service, cast });
      expect(headers.get('access-control-allow-origin'), cause).toBe('*');
      expect(headers.get('cache-control'), cause).toBe('no-store');
      expect(headers.get('x-content-type-options'), cause).toBe('nosniff');
    }
  });
});
