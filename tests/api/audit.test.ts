/** The audit log: every route that changes something, sign-in, API keys, the command line; who may see what of it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addRestoreSecret } from '../../src/accounts/closed-account-store.ts';
import { auditedRoutes } from '../../src/api/audited-routes.ts';
import { routeNames } from '../../src/api/contract.ts';
import { recordEvents, removeOldEntries, wholeEntriesADay } from '../../src/audit/audit-store.ts';
import { expectConsentFor, giveConsent } from '../support/consent.ts';
import { type Platforms, startPlatformService, startPlatforms } from '../support/platform-service.ts';
import { engines, type TestService } from '../support/service.ts';
import { type Session, sessionless, signedInElsewhere, trustedProxy } from '../support/session.ts';
import { smallAirtable } from '../support/small-tables.ts';

/** Routes that are no GET and leave no entry, each with its reason. */
const unrecorded = {
  'POST /api/connections/:id/check': 'It asks the platform whether it still works.',
  'POST /api/connections/:id/preview': 'It stores nothing.',
  'POST /api/connections/check-token': 'It stores nothing.',
  'POST /api/connections/consents': 'It only begins; what comes of it is recorded when it is done.',
  'POST /api/endpoints/:id/preview': 'It stores nothing.',
  'POST /api/endpoints/:id/profile': 'It stores nothing.',
  'POST /api/plans/custom': 'It only writes to the administrators.',
  'POST /api/endpoints/:id/values': 'It stores nothing.',
  'POST /api/plans/portal': "It opens Stripe's own page, which keeps its own record.",
  'POST /api/plans/quote': 'It stores nothing.',
  'POST /api/schedules/next-runs': 'It stores nothing.',
  'DELETE /api/uploads/:id': 'It is about a draft, which no URL shows; its upload is recorded.',
  'POST /api/endpoints/:id/file/draft': 'It is about a draft, which no URL shows; its upload is recorded.',
  'POST /api/uploads/:id/corrections': 'It is about a draft, which no URL shows; its upload is recorded.',
  'POST /api/uploads/:id/preview': 'It stores nothing.',
};
/** There is nothing to pay on this service. */
const ofPayment = [
  'POST /api/plans/change',
  'POST /api/plans/cancel',
  'POST /api/plans/resume',
  'POST /api/plans/credits',
];

it('every route that changes something is recorded, or stands in the list with its reason', () => {
  const changing = routeNames.filter((name) => !name.startsWith('GET '));
  const rows: Readonly<Record<string, object>> = auditedRoutes;
  expect(Object.keys(rows).sort()).toEqual(changing.sort());
  const silent = Object.entries(rows).flatMap(([name, row]) =>
    'nothing' in row ? [[name, row.nothing]] : [],
  );
  expect(Object.fromEntries(silent)).toEqual(unrecorded);
});

const withId = z.object({ id: z.string() });
const listed = z.object({
  entries: z.array(
    z.looseObject({ id: z.string(), action: z.string(), actor: z.string(), name: z.string().nullable() }),
  ),
  next: z.string().nullable(),
});
const own = z.object({ entries: z.array(z.looseObject({ action: z.string(), by: z.string() })) });

describe.each(engines)('the audit log on %s', (engine) => {
  let platforms: Platforms;
  let service: TestService;
  let ann: Session;
  let boss: Session;
  const secrets: string[] = ['correct horse battery', 'a-token-of-ann-1234', 'another good password'];
  /** Routes that were called, and what each left. */
  const walked = new Map<string, string[]>();

  beforeAll(async () => {
    platforms = await startPlatforms();
    const environment = { ...trustedProxy, SIGN_UP: 'invite', SMTP_URL: 'smtp://127.0.0.1:1' };
    service = await startPlatformService(platforms, { engine, environment });
    expectConsentFor(platforms, service);
    boss = await signedInElsewhere(service, 'boss@example.com', '--admin');
    ann = await signedInElsewhere(service, 'ann@example.com', '--plan', 'lite');
  });
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await platforms[Symbol.asyncDispose]();
  });

  const ids = async (): Promise<string[]> => {
    const rows = await service.database.db.selectFrom('audit_entries').select('id').execute();
    return rows.map(({ id }) => id);
  };

  /** Calls the route and remembers which actions it left. */
  async function walk(by: Session, route: string, id = '', body?: unknown): Promise<unknown> {
    const before = new Set(await ids());
    const [method = '', path = ''] = route.split(' ');
    const headers = { 'user-agent': `Walker ${'x'.repeat(300)}`, 'x-forwarded-for': '192.0.2.7' };
    const answer = await by.call(method, path.replace(':id', id), body, headers);
    const text = await answer.text();
    expect([route, answer.status, text]).toEqual([route, 200, text]);
    const rows = await service.database.db.selectFrom('audit_entries').selectAll().orderBy('id').execute();
    const left = rows.filter((row) => !before.has(row.id));
    for (const row of left) expect([row.address, row.user_agent?.length]).toEqual(['192.0.2.7', 200]);
    walked.set(route, left.map(({ action }) => action).sort());
    return JSON.parse(text);
  }

  async function upload(content: string): Promise<string> {
    const answer = await ann.upload('/api/uploads?name=sales.csv', content);
    const line = (await answer.text()).trim().split('\n').at(-1) ?? '';
    return z.object({ upload: z.string() }).parse(JSON.parse(line)).upload;
  }

  it('every route leaves what its row says', async () => {
    const publish = { upload: await upload('a,b\n1,2\n'), name: 'Sales', type: 'csv', fields: null };
    const { id } = withId.parse(await walk(ann, 'POST /api/endpoints', '', publish));
    await walk(ann, 'PUT /api/endpoints/:id/file', id, { upload: await upload('a,b\n3,4\n') });
    await walk(ann, 'PATCH /api/endpoints/:id', id, { token: 'a-token-of-ann-1234', name: 'Sales 2' });
    const renewed = await walk(ann, 'POST /api/endpoints/:id/token', id);
    secrets.push(z.object({ token: z.string() }).parse(renewed).token);
    const parameters = { sql: "SELECT 'a secret of the table' AS a FROM service_table" };
    const proxy = await walk(ann, 'POST /api/endpoints/:id/proxies', id, { parameters });
    secrets.push(
      z.object({ url: z.string() }).parse(proxy).url.split('/').at(-1) ?? '',
      'a secret of the table',
    );
    const { digest } = await service.database.db
      .selectFrom('proxies')
      .select('digest')
      .executeTakeFirstOrThrow();
    await walk(ann, 'PATCH /api/proxies/:id', digest, { revision: 0, name: 'Renamed' });
    const again = z
      .object({ id: z.string(), url: z.string() })
      .parse(await walk(ann, 'POST /api/proxies/:id/renew', digest));
    secrets.push(again.url.split('/').at(-1) ?? '');
    await walk(ann, 'DELETE /api/proxies/:id', again.id);
    await walk(ann, 'DELETE /api/bin/:id', again.id);
    await walk(ann, 'POST /api/endpoints/tags', '', { ids: [id], add: ['Sales'] });
    const pause = 'POST /api/endpoints/pause';
    await walk(ann, pause, '', { ids: [id], isPaused: true });
    expect(walked.get(pause)).toEqual(['endpoint.paused']);
    await walk(ann, pause, '', { ids: [id], isPaused: false });
    expect(walked.get(pause)).toEqual(['endpoint.resumed']);

    const { base, table } = smallAirtable(platforms.airtable);
    const token = platforms.airtable.addPersonalToken();
    secrets.push(token);
    const made = await walk(ann, 'POST /api/connections', '', { platform: 'airtable', token });
    const connection = withId.parse(made).id;
    const choice = { choice: { base, table }, fields: null, type: 'csv' };
    await walk(ann, 'POST /api/connections/:id/endpoints', connection, choice);
    await walk(ann, 'PUT /api/connections/:id/token', connection, { token });
    await walk(ann, 'PATCH /api/connections/:id', connection, { name: 'Our base' });
    await walk(ann, 'POST /api/connections/:id/join', connection);
    await walk(ann, 'DELETE /api/connections/:id', connection);

    const timing = { cadence: 'daily', at: '07:30', zone: 'UTC', weekday: null, day: null };
    const wanted = { endpointId: id, name: 'Morning', timing, parameters: {}, webhook: null };
    const schedule = withId.parse(await walk(ann, 'POST /api/schedules', '', wanted)).id;
    await walk(ann, 'PATCH /api/schedules/:id', schedule, { name: 'Evening' });
    for (const what of ['pause', 'resume', 'run'])
      await walk(ann, `POST /api/schedules/:id/${what}`, schedule);
    await walk(ann, 'DELETE /api/schedules/:id', schedule);
    for (const route of ['POST /api/webhook-secret', 'POST /api/webhook-secret/renew']) {
      secrets.push(z.object({ secret: z.string() }).parse(await walk(ann, route)).secret);
    }
    await walk(ann, 'PUT /api/account/mails', '', { kind: 'successes', isOn: false });
    const { key } = z.object({ key: z.string() }).parse(await walk(ann, 'POST /api/account/api-keys'));
    secrets.push(key);
    const keys = await service.database.db.selectFrom('api_keys').select('digest').executeTakeFirstOrThrow();
    await walk(ann, 'DELETE /api/account/api-keys/:id', keys.digest);
    await walk(ann, 'DELETE /api/endpoints/:id', id);
    await walk(ann, 'POST /api/bin/:id/restore', id);
    await walk(ann, 'POST /api/endpoints/delete', '', { ids: [id] });
    await walk(ann, 'DELETE /api/account/sessions');

    const account = withId.parse(await (await ann.call('GET', '/api/account')).json()).id;
    const at = 'PATCH /api/administrator/accounts/:id';
    await walk(boss, at, account, { plan: 'pro', subscriptionEnds: null });
    const link = await walk(boss, 'POST /api/administrator/accounts/:id/reset-link', account);
    secrets.push(z.object({ url: z.string() }).parse(link).url.split('#')[1] ?? '');
    await walk(boss, 'POST /api/administrator/accounts/:id/credits', account, {
      amount: 5,
      reason: 'An outage',
    });
    const invited = await walk(boss, 'POST /api/administrator/invitations', '', { email: 'new@example.com' });
    const fragment = new URLSearchParams(z.object({ url: z.string() }).parse(invited).url.split('#')[1]);
    secrets.push(fragment.get('invitation') ?? '');
    const { db } = service.database;
    const invitation = await db.selectFrom('invitations').select('digest').executeTakeFirstOrThrow();
    await walk(boss, 'DELETE /api/administrator/invitations/:id', invitation.digest);
    const mail = await db.selectFrom('outbox').select('id').executeTakeFirstOrThrow();
    await walk(boss, 'POST /api/administrator/mails/:id/retry', mail.id);
    const other = await signedInElsewhere(service, 'other@example.com');
    const session = await db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select(['sessions.id', 'users.id as user'])
      .where('email', '=', 'other@example.com')
      .executeTakeFirstOrThrow();
    await walk(other, 'DELETE /api/account/sessions/:id', session.id);
    await walk(boss, 'DELETE /api/administrator/accounts/:id', session.user);
    await walk(boss, 'POST /api/administrator/deleted-accounts/:id/restore', session.user);
    const leaver = await signedInElsewhere(service, 'leaver@example.com');
    const leaving = await idOf('leaver@example.com');
    await db.deleteFrom('sign_in_methods').where('user_id', '=', leaving).execute();
    const first = { email: 'leaver@example.com', password: 'another good password' };
    await walk(leaver, 'POST /api/account/password', '', first);
    await walk(leaver, 'DELETE /api/account', '', { email: 'leaver@example.com' });
    const back = await addRestoreSecret(db, leaving);
    secrets.push(back);
    await walk(sessionless(service), 'POST /api/account/restore', '', { token: back });

    const recorded = Object.entries(auditedRoutes).filter(([name]) => !(name in unrecorded));
    expect(recorded.map(([name]) => name).filter((name) => !walked.has(name))).toEqual(ofPayment);
    for (const [route, left] of walked) expect([route, left.length > 0]).toEqual([route, true]);
    expect(walked.get('PATCH /api/endpoints/:id')).toEqual(['endpoint.changed', 'endpoint.token-changed']);
    expect(walked.get(at)).toEqual(['account.end-set', 'account.plan-set']);
  });

  const idOf = async (email: string): Promise<string> => {
    const found = service.database.db.selectFrom('accounts').select('id').where('email', '=', email);
    return (await found.executeTakeFirstOrThrow()).id;
  };

  it('sign-in is recorded; wrong passwords are counted; a password that is changed or reset is told', async () => {
    const wrong = { email: 'ann@example.com', password: 'not this one' };
    for (let count = 0; count < 3; count++) {
      const headers = { 'x-forwarded-for': '192.0.2.9' };
      const answer = await sessionless(service).call('POST', '/api/auth/sign-in/email', wrong, headers);
      expect(answer.status).toBe(401);
    }
    const change = { currentPassword: 'correct horse battery', newPassword: 'another good password' };
    expect((await ann.call('POST', '/api/auth/change-password', change)).status).toBe(200);
    const link = await boss.call(
      'POST',
      `/api/administrator/accounts/${await idOf('ann@example.com')}/reset-link`,
    );
    const [, token = ''] = z
      .object({ url: z.string() })
      .parse(await link.json())
      .url.split('reset-password#');
    const reset = { newPassword: 'correct horse battery', token };
    expect((await sessionless(service).call('POST', '/api/auth/reset-password', reset)).status).toBe(200);
    await expect
      .poll(async () => {
        const { db } = service.database;
        const rows = db.selectFrom('audit_entries').select(['action', 'times', 'actor', 'address']);
        return rows
          .where('account', '=', 'ann@example.com')
          .where('action', 'like', 'account.%')
          .orderBy('id')
          .execute();
      })
      .toEqual(
        expect.arrayContaining([
          { action: 'account.sign-in-failed', times: 3, actor: 'system', address: '192.0.2.9' },
          expect.objectContaining({ action: 'account.created', actor: 'command line', address: null }),
          expect.objectContaining({ action: 'account.signed-in', actor: 'ann@example.com' }),
          expect.objectContaining({ action: 'account.password-changed', actor: 'ann@example.com' }),
          expect.objectContaining({ action: 'account.password-reset', actor: 'ann@example.com' }),
        ]),
      );
  });

  it('a file, a URL made by an API key, a consent and commands are recorded, too', async () => {
    const eve = await signedInElsewhere(service, 'eve@example.com', '--plan', 'lite');
    await (await eve.upload('/api/uploads?name=eve.csv', 'a\n1\n')).text();
    const begun = await eve.call('POST', '/api/connections/consents', { platform: 'airtable' });
    const { address } = z.object({ address: z.string() }).parse(await begun.json());
    const back = await giveConsent(new URL(address));
    await fetch(back, { headers: { cookie: eve.cookie } });
    const { base, table } = smallAirtable(platforms.airtable);
    const key = String((await service.command('api-key', 'create', 'eve@example.com'))['key']);
    const headers = { authorization: `Bearer ${key}` };
    const made = await sessionless(service).call('POST', '/urls/create', { base, table }, headers);
    expect(made.status).toBe(200);
    const endpoint = await service.publish('a\n1\n', '--owner', 'eve@example.com', '--name', 'Published');
    await service.command('endpoint', 'set', endpoint, '--token', 'a-token-of-ann-1234');
    await service.command('endpoint', 'delete', endpoint);
    await service.command('api-key', 'delete', key);
    await service.command('account', 'set', 'eve@example.com', '--blocked', 'true');
    secrets.push(key);
    const { entries } = z
      .object({
        entries: z.array(z.looseObject({ action: z.string(), by: z.string(), name: z.string().nullable() })),
      })
      .parse(await service.command('audit', 'list', '--account', 'EVE@example.com', '--limit', '100'));
    expect(entries.map(({ action, by, name }) => [action, by, name]).reverse()).toEqual([
      ['account.created', 'command line', 'eve@example.com'],
      ['account.signed-in', 'eve@example.com', 'eve@example.com'],
      ['file.uploaded', 'eve@example.com', 'eve.csv'],
      ['connection.created', 'eve@example.com', expect.stringContaining('Airtable')],
      ['api-key.created', 'command line', 'eve@example.com'],
      ['endpoint.created', 'eve@example.com', expect.any(String)],
      ['endpoint.created', 'command line', 'Published'],
      ['endpoint.token-changed', 'command line', 'Published'],
      ['endpoint.deleted', 'command line', 'Published'],
      ['api-key.deleted', 'command line', key.slice(0, 8)],
      ['account.blocked', 'command line', 'eve@example.com'],
    ]);
    await expect(service.command('audit', 'list', '--action', 'nothing')).rejects.toThrow(/--action/);
    await expect(service.command('audit', 'list', '--limit', '0')).rejects.toThrow(/--limit/);
  });

  it('is paged and searched by administrators', async () => {
    const read = async (query: string) =>
      listed.parse(await (await boss.call('GET', `/api/administrator/audit?${query}`)).json());
    const first = await read('');
    expect(first.entries).toHaveLength(50);
    const second = await read(`before=${first.next}`);
    expect(second.entries.length).toBeGreaterThan(0);
    const all = [...first.entries, ...second.entries].map(({ id }) => id);
    expect(all).toEqual([...new Set(all)].sort().reverse());
    const deleted = await read('action=endpoint.deleted&account=Ann@Example.com');
    expect(deleted.entries).toMatchObject([
      { action: 'endpoint.deleted', name: 'Sales 2' },
      { action: 'endpoint.deleted', name: 'Sales 2' },
    ]);
    expect((await read('account=nobody@example.com')).entries).toEqual([]);
    expect((await boss.call('GET', '/api/administrator/audit?action=nothing')).status).toBe(400);
  });

  it('an owner sees what is about the own account, without where an administrator came from', async () => {
    await service.command('account', 'set', 'ann@example.com', '--add-credits', '1');
    const again = await signedInElsewhere(service, 'bob@example.com');
    expect(own.parse(await (await again.call('GET', '/api/account/activity')).json()).entries).toMatchObject([
      { action: 'account.signed-in', by: 'you' },
      { action: 'account.created', by: 'command line' },
    ]);
    await boss.call('POST', `/api/administrator/accounts/${await idOf('bob@example.com')}/reset-link`);
    const { entries } = own.parse(await (await again.call('GET', '/api/account/activity')).json());
    expect(entries[0]).toMatchObject({
      action: 'account.reset-link-made',
      by: 'administrator',
      address: null,
    });
    expect(JSON.stringify(entries)).not.toContain('boss@example.com');
  });

  it('holds no secret', async () => {
    const rows = await service.database.db.selectFrom('audit_entries').selectAll().execute();
    const written = JSON.stringify(rows);
    expect(secrets.length).toBeGreaterThan(8);
    for (const secret of secrets) expect([secret, written.includes(secret)]).toEqual([secret, false]);
  });

  it('what one account does beyond its share of a day is only counted, and old entries go', async () => {
    const { db } = service.database;
    const day = 24 * 60 * 60 * 1_000;
    const at = Date.now() - 401 * day;
    const account = { id: 'f'.repeat(22), email: 'flood@example.com' };
    const by = { ...account, from: { address: '192.0.2.1', userAgent: null } };
    const target = { kind: 'endpoint', id: null, name: 'One' } as const;
    const event = { action: 'endpoint.changed', account, target } as const;
    await recordEvents(db, by, [event], at);
    const row = await db
      .selectFrom('audit_entries')
      .selectAll()
      .where('actor', '=', by.email)
      .executeTakeFirstOrThrow();
    const others = Array.from({ length: wholeEntriesADay - 1 }, (_, count) => ({
      ...row,
      id: `${row.id}${count}`,
    }));
    for (const part of [others.slice(0, 500), others.slice(500)])
      await db.insertInto('audit_entries').values(part).execute();
    await recordEvents(
      db,
      by,
      Array.from({ length: 50 }, () => event),
      at,
    );
    await recordEvents(db, by, [{ ...event, action: 'endpoint.deleted' }], at);
    const rows = await db.selectFrom('audit_entries').selectAll().where('actor', '=', by.email).execute();
    expect(rows).toHaveLength(wholeEntriesADay + 2);
    expect(rows.filter(({ times }) => times > 1).map(({ times }) => times)).toEqual([50]);
    expect(rows.some(({ action }) => action === 'endpoint.deleted')).toBe(true);
    const before = (await ids()).length;
    await removeOldEntries(db, Date.now());
    expect((await ids()).length).toBe(before - rows.length);
  });
});
