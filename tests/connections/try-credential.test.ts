/**
 * Contract 5.5.1: what a person is told about a credential that is tried, word by word, and what is then kept of it.
 */
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { NewCredential } from '../../src/connections/connection.ts';
import { tryCredential } from '../../src/connections/try-credential.ts';
import { type ConnectionGround, openConnectionGround, type Reply } from './connection-ground.ts';

let ground: ConnectionGround;
beforeEach(async () => {
  ground = await openConnectionGround();
});
afterEach(() => ground[Symbol.asyncDispose]());

const token: NewCredential = { accessToken: 'token', refreshToken: null, expiresAt: null };
const pair: NewCredential = { accessToken: 'old', refreshToken: 'refresh', expiresAt: 5 };
const refusedText = (name: string, reason: string): string =>
  `${name} does not accept the token (${reason}). Nothing was connected: check that you copied all of it, that it has the scopes it needs and was not revoked, or create a new one.`;
const unavailableText = (name: string, reason: string): string =>
  `${name} could not be asked whose token it is (${reason}). Nothing was connected: try again in a while.`;
const airtableError = (type: string, message: string): unknown => ({ error: { type, message } });

const tried = (platform: 'airtable' | 'notion' | 'google', given: NewCredential, ...replies: Reply[]) => {
  ground.replies = replies;
  return tryCredential(ground.context, platform, given);
};

it('one call, with the token and the headers of the platform', async () => {
  const body = { id: 'b1', name: 'Bot', bot: { workspace_name: 'Home' } };
  expect(await tried('notion', token, { body })).toEqual({ credential: token, account: 'Bot in Home' });
  expect(ground.asked).toHaveLength(1);
  expect(ground.asked[0]).toMatchObject({
    method: 'GET',
    url: '/v1/users/me',
    headers: { authorization: 'Bearer token', 'notion-version': '2025-09-03' },
    body: '',
  });
});

it.each([
  ['  Ann \n\u202e B\u0000\u0000C ', 'Ann   B C'],
  ['\n', null],
  ['x'.repeat(300), 'x'.repeat(254)],
])('the account %j is shown as %j', async (id, account) => {
  expect((await tried('airtable', token, { body: { id } })).account).toBe(account);
});

it.each<[Reply, 'refused' | 'unavailable', string]>([
  [{ status: 401, body: airtableError('AUTH', 'no\nsuch token') }, 'refused', '401 AUTH no such token'],
  [{ status: 401, body: {} }, 'refused', '401'],
  [{ status: 403, body: airtableError('NOT_ALLOWED', 'scope') }, 'refused', '403 NOT_ALLOWED scope'],
  [{ status: 404, body: airtableError('NOT_FOUND', '') }, 'unavailable', '404 NOT_FOUND'],
  [{ status: 503, body: {} }, 'unavailable', '503'],
  [{ status: 304, body: {} }, 'unavailable', '304'],
  [{ body: {} }, 'unavailable', 'it gave a response that could not be read'],
  [{ body: Buffer.from('<h1>') }, 'unavailable', 'the response of the platform is no JSON'],
  [{}, 'unavailable', 'other side closed'],
])('after %j: %s', async (reply, kind, reason) => {
  const message = (kind === 'refused' ? refusedText : unavailableText)('Airtable', reason);
  await expect(tried('airtable', token, reply)).rejects.toMatchObject({
    name: 'CredentialError',
    kind,
    message,
  });
});

it('an access token that has expired is refreshed; the new pair is tried and to be kept', async () => {
  const fresh = { access_token: 'new', refresh_token: 'next', token_type: 'bearer', expires_in: 60 };
  const outcome = await tried(
    'airtable',
    pair,
    { status: 401, body: {} },
    { body: fresh },
    { body: { id: 'u' } },
  );
  expect(outcome).toEqual({
    credential: { accessToken: 'new', refreshToken: 'next', expiresAt: ground.clock.now + 60_000 },
    account: 'u',
  });
  expect(ground.asked.map(({ url, headers }) => [url, headers.authorization])).toEqual([
    ['/v0/meta/whoami', 'Bearer old'],
    ['/oauth2/v1/token', undefined],
    ['/v0/meta/whoami', 'Bearer new'],
  ]);
});

it('a refreshed pair is kept though the platform then cannot be asked, and refused if it is refused', async () => {
  const fresh = { access_token: 'new', token_type: 'bearer' };
  const expired = { status: 401, body: {} };
  expect(await tried('airtable', pair, expired, { body: fresh }, { status: 503, body: {} })).toEqual({
    credential: { accessToken: 'new', refreshToken: 'refresh', expiresAt: null },
    account: null,
  });
  await expect(tried('airtable', pair, expired, { body: fresh }, { status: 403, body: {} })).rejects.toThrow(
    refusedText('Airtable', '403'),
  );
});

it.each<[Reply, string]>([
  [
    { status: 400, body: { error: 'invalid_grant', error_description: 'revoked' } },
    refusedText('Airtable', 'invalid_grant revoked'),
  ],
  [{ status: 401, body: { error: 'invalid_client' } }, refusedText('Airtable', 'invalid_client')],
  [{ status: 409, body: { error: 'conflict' } }, unavailableText('Airtable', 'conflict')],
  [{ status: 429, body: { error: 'slow_down' } }, unavailableText('Airtable', 'slow_down')],
  [{}, unavailableText('Airtable', 'other side closed')],
])('when it cannot be refreshed, after %j', async (reply, message) => {
  await expect(tried('airtable', pair, { status: 401, body: {} }, reply)).rejects.toThrow(message);
});

it('a pair where there is no OAuth has expired', async () => {
  await expect(tried('notion', pair, { status: 401, body: {} })).rejects.toMatchObject({
    kind: 'refused',
    message: refusedText('Notion', 'it has expired'),
  });
});

it('a pair is not refreshed for another refusal', async () => {
  await expect(tried('airtable', pair, { status: 403, body: {} })).rejects.toThrow(
    refusedText('Airtable', '403'),
  );
  expect(ground.asked).toHaveLength(1);
});

it('every try counts against the limit of the platform', async () => {
  await tried('notion', token, { body: { id: 'b1' } });
  const slots = await ground.context.database.db.selectFrom('rate_limit_slots').select('at').execute();
  const latest = Math.max(...slots.map(({ at }) => at));
  expect([slots.length, Math.abs(latest - Date.now()) < 30_000]).toEqual([3, true]);
});
