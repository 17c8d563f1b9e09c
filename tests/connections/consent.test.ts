/** Contract 5.5.2: the address where an owner consents, and every way in which the way back can fail, word by word. */
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findConnection } from '../../src/connections/connection-store.ts';
import { beginConsent, completeConsent, removeOldConsents } from '../../src/connections/consent.ts';
import type { PlatformName } from '../../src/connections/platforms.ts';
import { type ConnectionGround, openConnectionGround } from './connection-ground.ts';

let ground: ConnectionGround;
beforeEach(async () => {
  ground = await openConnectionGround();
});
afterEach(() => ground[Symbol.asyncDispose]());

const quarterHour = 15 * 60 * 1_000;
const begin = async (platform: PlatformName = 'airtable'): Promise<URL> =>
  new URL((await beginConsent(ground.context, { accountId: 'a1', platform, connectionId: null })).address);
const stateOf = (address: URL): string => address.searchParams.get('state') ?? '';
const back = (parameters: Readonly<Record<string, string>> | [string, string][]) =>
  completeConsent(ground.context, new URLSearchParams(parameters));
const used = 'This address has been used already or is too old. Begin again.';
const notGiven =
  'The consent was not given. Nothing was connected; begin again if that was not what you wanted.';
const consents = () => ground.context.database.db.selectFrom('consents').selectAll().execute();

it('the address says who asks, for what, and where to go back', async () => {
  const address = await begin();
  expect(address.href.split('?')[0]).toBe(`${ground.origin}/oauth2/v1/authorize`);
  expect(Object.fromEntries(address.searchParams)).toEqual({
    client_id: 'airtable-client',
    redirect_uri: 'https://tablecast.example/connections/callback',
    response_type: 'code',
    scope: 'data.records:read schema.bases:read',
    state: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
  });
  expect(Object.fromEntries((await begin('google')).searchParams)).toMatchObject({
    access_type: 'offline',
    prompt: 'consent',
  });
  const [kept] = await consents();
  expect(kept).toMatchObject({ account_id: 'a1', ends_at: ground.clock.now + quarterHour });
  expect(JSON.stringify(kept)).not.toContain(stateOf(address));
});

it('the code is exchanged with the verifier of its own state, and the pair connected', async () => {
  const address = await begin();
  const scope = ' data.records:read  schema.bases:read ';
  ground.replies = [
    { body: { access_token: 'new', refresh_token: 'next', token_type: 'bearer', expires_in: 60, scope } },
    { body: { id: 'u1' } },
  ];
  const connected = await back({ state: stateOf(address), code: 'the-code' });
  expect(connected).toEqual({
    id: expect.any(String),
    platform: 'airtable',
    account: 'u1',
    accountId: 'a1',
    isRenewed: false,
  });
  const form = new URLSearchParams(ground.asked[0]?.body);
  expect(Object.fromEntries(form)).toMatchObject({
    grant_type: 'authorization_code',
    code: 'the-code',
    redirect_uri: 'https://tablecast.example/connections/callback',
  });
  const challenge = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url');
  expect(challenge).toBe(address.searchParams.get('code_challenge'));
  expect(await findConnection(ground.context.database.db, connected.id)).toMatchObject({
    accountId: 'a1',
    platform: 'airtable',
    state: 'working',
    expiresAt: ground.clock.now + 60_000,
    version: 0,
    createdAt: ground.clock.now,
  });
  await expect(back({ state: stateOf(address), code: 'the-code' })).rejects.toThrow(used);
});

describe('nothing is connected', () => {
  it('without a platform that is connected so', async () => {
    await expect(begin('notion')).rejects.toThrow(
      'Notion is connected by the token of an internal integration.',
    );
    await using without = await openConnectionGround({ GOOGLE_CLIENT_ID: '' });
    const wanted = { accountId: 'a1', platform: 'google', connectionId: null } as const;
    await expect(beginConsent(without.context, wanted)).rejects.toMatchObject({
      name: 'RefusedError',
      field: 'platform',
      message: 'Google is connected by OAuth only where the operator has set GOOGLE_CLIENT_ID.',
    });
  });

  it('without a state, or with two', async () => {
    const state = stateOf(await begin());
    const noState = 'The address has no state. Begin again.';
    await expect(back({ code: 'x' })).rejects.toThrow(noState);
    await expect(
      back([
        ['state', state],
        ['state', state],
        ['code', 'x'],
      ]),
    ).rejects.toThrow(noState);
    await expect(back({ state: 'made-up', code: 'x' })).rejects.toThrow(used);
  });

  it('after a quarter of an hour', async () => {
    const [first, second] = [stateOf(await begin()), stateOf(await begin())];
    ground.clock.now += quarterHour;
    ground.replies = [{ status: 400, body: { error: 'invalid_grant' } }];
    await expect(back({ state: first, code: 'x' })).rejects.toThrow('invalid_grant');
    ground.clock.now += 1;
    await expect(back({ state: second, code: 'x' })).rejects.toThrow(used);
  });

  it.each<[string, [string, string][], string]>([
    ['refused', [['error', 'access_denied']], notGiven],
    [
      'refused with a code',
      [
        ['error', 'access_denied'],
        ['code', 'x'],
      ],
      notGiven,
    ],
    ['no code', [], notGiven],
    ['an empty code', [['code', '']], notGiven],
    [
      'two codes',
      [
        ['code', 'x'],
        ['code', 'y'],
      ],
      notGiven,
    ],
    [
      'another issuer',
      [
        ['code', 'x'],
        ['iss', 'https://evil.example'],
      ],
      'The response is not from the platform that was asked. Begin again.',
    ],
  ])('%s: the token address is not asked, and the state is used up', async (_what, parameters, said) => {
    const state = stateOf(await begin());
    const message: unknown = await back([['state', state], ...parameters]).catch(
      (error: Error) => error.message,
    );
    expect([message, ground.asked]).toEqual([said, []]);
    await expect(back({ state, code: 'x' })).rejects.toThrow(used);
  });

  it('when permissions were left out, which are named', async () => {
    const state = stateOf(await begin());
    ground.replies = [{ body: { access_token: 'new', token_type: 'bearer', scope: 'other' } }];
    await expect(back({ state, code: 'x' })).rejects.toThrow(
      'These permissions were left out, but are needed: data.records:read, schema.bases:read. Begin again.',
    );
    expect(await ground.context.database.db.selectFrom('connections').selectAll().execute()).toEqual([]);
  });
});

it('what nobody came back for is removed when its time is over', async () => {
  await begin();
  ground.clock.now += quarterHour;
  await removeOldConsents(ground.context);
  expect(await consents()).toHaveLength(1);
  ground.clock.now += 1;
  await begin();
  await removeOldConsents(ground.context);
  expect(await consents()).toHaveLength(1);
});
