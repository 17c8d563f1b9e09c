/** A blocked account may read what is its own, pay, download, pause and delete: every route, and every other door. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type RouteName, routeNames } from '../../src/api/contract.ts';
import { digest } from '../../src/base/digest.ts';
import { insertConsent } from '../../src/connections/consent-store.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type Session, sessionless, signedIn, signedInAgain } from '../support/session.ts';
import { makeObjects, type Objects, routeCall } from './areas/all-areas.ts';

/** All that a blocked account may do; every other route answers 403. */
const allowed: readonly RouteName[] = [
  // For anybody.
  'GET /api/service',
  'GET /api/public/:id',
  'GET /api/public/:id/profile',
  'GET /api/public/:id/sample',
  'POST /api/account/restore',
  // Reading what is its own.
  'GET /api/account',
  'GET /api/account/activity',
  'GET /api/account/api-keys',
  'GET /api/account/mails',
  'GET /api/account/sessions',
  'GET /api/bin',
  'GET /api/connections',
  'GET /api/connections/:id',
  'GET /api/connections/consents/:id',
  'GET /api/endpoints',
  'GET /api/endpoints/:id',
  'GET /api/endpoints/:id/columns',
  'GET /api/endpoints/:id/hits',
  'GET /api/endpoints/:id/proxies',
  'GET /api/endpoints/:id/usage',
  'GET /api/endpoints/:id/uses',
  'GET /api/find',
  'GET /api/parameters',
  'GET /api/plans',
  'GET /api/plans/payment',
  'GET /api/platforms',
  'GET /api/proxies/:id',
  'GET /api/schedules',
  'GET /api/schedules/:id',
  'GET /api/schedules/:id/runs',
  'GET /api/schedules/choices',
  'GET /api/tags',
  'GET /api/upload-limits',
  'GET /api/uploads/:id',
  'GET /api/usage',
  'GET /api/usage/endpoints',
  // Paying.
  'POST /api/plans/cancel',
  'POST /api/plans/change',
  'POST /api/plans/credits',
  'POST /api/plans/portal',
  'POST /api/plans/quote',
  'POST /api/plans/resume',
  // Stopping what serves.
  'POST /api/endpoints/pause',
  // Deleting.
  'DELETE /api/account/api-keys/:id',
  'DELETE /api/account/sessions',
  'DELETE /api/account/sessions/:id',
  'DELETE /api/bin/:id',
  'DELETE /api/connections/:id',
  'DELETE /api/endpoints/:id',
  'DELETE /api/proxies/:id',
  'POST /api/endpoints/delete',
  'DELETE /api/schedules/:id',
  'DELETE /api/uploads/:id',
  // Last, because nothing is left after it.
  'DELETE /api/account',
];
const refused = routeNames.filter((name) => !allowed.includes(name));
const blocked = { error: 'USER_BLOCKED' };
const ann = 'ann@example.com';
const boss = 'boss@example.com';

let service: TestService;
let objects: Objects;
let key: string;
const sessions: Record<string, Session> = {};
const before: Record<string, Session> = {};

beforeAll(async () => {
  service = await startTestService();
  await service.command('account', 'create', 'other@example.com', '--admin');
  before[boss] = await signedIn(service, boss, '--admin');
  before[ann] = await signedIn(service, ann, '--plan', 'lite');
  objects = await makeObjects(service, ann);
  key = String((await service.command('api-key', 'create', ann))['key']);
  for (const email of [ann, boss]) {
    await service.command('account', 'set', email, '--blocked', 'true');
    sessions[email] = await signedInAgain(service, email);
  }
});
afterAll(() => service[Symbol.asyncDispose]());

const sessionOf = (email: string): Session => sessions[email] ?? sessionless(service);

it('names only routes that there are', () => {
  expect(allowed.filter((name) => !routeNames.includes(name))).toEqual([]);
});

it.each([ann, boss])('the block ended the sessions of %s, who may sign in again', async (email) => {
  expect((await before[email]?.call('GET', '/api/account'))?.status).toBe(401);
  const own = await sessionOf(email).call('GET', '/api/account');
  expect([own.status, await own.json()]).toEqual([
    200,
    expect.objectContaining({ state: 'account blocked', isAdministrator: false }),
  ]);
});

describe.each([ann, boss])('%s, who is blocked', (email) => {
  it.each(refused)('%s is refused', async (name) => {
    const answer = await routeCall(name, objects, sessionOf(email));
    expect([answer.status, await answer.json()]).toEqual([403, expect.objectContaining(blocked)]);
  });
});

it('an endpoint is paused by a blocked account, and not resumed', async () => {
  const ids = [objects['/api/endpoints/']];
  const set = (isPaused: boolean) => sessionOf(ann).call('POST', '/api/endpoints/pause', { ids, isPaused });
  const paused = await set(true);
  expect([paused.status, await paused.json()]).toEqual([200, { ids }]);
  const resumed = await set(false);
  expect([resumed.status, await resumed.json()]).toEqual([403, expect.objectContaining(blocked)]);
});

describe('every other door', () => {
  it('takes no file', async () => {
    const answer = await sessionOf(ann).upload('/api/uploads?name=a.csv', 'a\n1\n');
    expect([answer.status, await answer.json()]).toEqual([403, expect.objectContaining(blocked)]);
  });

  it('makes no URL for an API key', async () => {
    const headers = { authorization: `Bearer ${key}` };
    const answer = await sessionless(service).call(
      'POST',
      '/urls/create',
      { base: 'a', table: 'b' },
      headers,
    );
    expect([answer.status, await answer.json()]).toEqual([403, expect.objectContaining(blocked)]);
  });

  it('completes no consent', async () => {
    const { db } = service.database;
    const owner = await db
      .selectFrom('accounts')
      .select('id')
      .where('email', '=', ann)
      .executeTakeFirstOrThrow();
    const consent = {
      digest: digest('consent', 'a-state'),
      account_id: owner.id,
      platform: 'airtable',
      connection_id: null,
      verifier: '',
      ends_at: Date.now() + 60_000,
      needs_session: 1,
    };
    await insertConsent(db, consent);
    const answer = await sessionOf(ann).call('GET', '/connections/callback?state=a-state&code=c');
    expect([answer.status, await answer.text()]).toEqual([
      403,
      expect.stringContaining('account is blocked'),
    ]);
  });

  it('changes no password', async () => {
    const body = { currentPassword: 'correct horse battery', newPassword: 'another password' };
    const answer = await sessionOf(ann).call('POST', '/api/auth/change-password', body);
    expect([answer.status, await answer.json()]).toEqual([
      403,
      expect.objectContaining({ code: 'USER_BLOCKED' }),
    ]);
  });

  it('shows no sample of a public page', async () => {
    const id = objects['/api/public/'];
    const answer = await sessionless(service).call('GET', `/api/public/${id}/sample`);
    expect(answer.status).toBe(404);
  });
});

describe('what is left', () => {
  const own = allowed.filter((name) => !name.startsWith('GET /api/public/'));

  it.each(own)('%s is not refused', async (name) => {
    const answer = await routeCall(name, objects, sessionOf(ann));
    const { error } = z.object({ error: z.string().optional() }).parse(await answer.json());
    // There is nothing to be paid or restored here, and the consent and the session have ended.
    expect(error).not.toBe('USER_BLOCKED');
    expect(answer.status).toBeOneOf(/\/plans|\/restore/.test(name) ? [200, 400, 409] : [200, 404]);
  });

  it('the command line makes a blocked account work again', async () => {
    await service.command('account', 'set', boss, '--blocked', 'false');
    expect((await sessionOf(boss).call('GET', '/api/administrator/accounts')).status).toBe(200);
  });
});
