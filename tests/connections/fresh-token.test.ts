/** Contract 5.5.3 and 7.4: when a token is used, renewed or given up, and what is then said and kept, word by word. */
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { claimRefresh, endRefresh, findConnection } from '../../src/connections/connection-store.ts';
import { finishRefreshes, freshToken } from '../../src/connections/fresh-token.ts';
import { type ConnectionGround, keepConnection, openConnectionGround } from './connection-ground.ts';

let ground: ConnectionGround;
beforeEach(async () => {
  ground = await openConnectionGround();
});
afterEach(() => ground[Symbol.asyncDispose]());

const fresh = { access_token: 'new', refresh_token: 'next', token_type: 'bearer', expires_in: 3_600 };
const token = { accessToken: 'old', refreshToken: null, expiresAt: null };
const pair = { accessToken: 'old', refreshToken: 'refresh', expiresAt: null };
const endingIn = (ms: number) => ({ expiresAt: ground.clock.now + ms });
const tokenOf = async (id: string, refused?: string): Promise<string> =>
  (await freshToken(ground.context, id, refused)).credential.accessToken;
const stored = (id: string) => findConnection(ground.context.database.db, id);
const claimsOf = async (): Promise<unknown[]> =>
  ground.context.database.db.selectFrom('connections').select('refreshing_until').execute();

const disconnectedByOwner = { key: 'platformRefused', data: 'The owner has disconnected the platform.' };
const noLongerAccepted = {
  key: 'platformRefused',
  data: 'The platform does not accept the credential: it has expired or was revoked. Reconnect the platform.',
};
const disconnected = (data: string, platform = 'Airtable') => ({
  key: 'platformDisconnected',
  message: `You have been disconnected from ${platform}. Please reconnect.`,
  data,
});

describe('without a refresh', () => {
  it('a token is used as long as it is good for more than a minute', async () => {
    const forever = await keepConnection(ground, pair);
    const long = await keepConnection(ground, { ...pair, ...endingIn(60_001) });
    expect([await tokenOf(forever), await tokenOf(long)]).toEqual(['old', 'old']);
    expect((await freshToken(ground.context, long, undefined)).platform.id).toBe('airtable');
    expect(ground.asked).toEqual([]);
  });

  it('a token that cannot be renewed is used until it ends or is refused', async () => {
    const ending = await keepConnection(ground, { ...token, ...endingIn(1) });
    expect(await tokenOf(ending)).toBe('old');
    await expect(tokenOf(ending, 'old')).rejects.toMatchObject(noLongerAccepted);
    ground.clock.now += 1;
    await expect(tokenOf(ending)).rejects.toMatchObject(
      disconnected('Its token has expired and cannot be renewed.'),
    );
    expect(await tokenOf(await keepConnection(ground, token), 'another')).toBe('old');
  });

  it.each([
    ['nobody', undefined, disconnectedByOwner],
    ['c1', { state: 'disconnected' }, disconnectedByOwner],
    ['c1', { secret: null }, disconnectedByOwner],
    ['c1', { state: 'revoked' }, noLongerAccepted],
  ] as const)('there is none of %s with %j', async (id, changed, error) => {
    if (changed) await keepConnection(ground, token, { id, ...changed });
    await expect(tokenOf(id)).rejects.toMatchObject(error);
  });

  it('nor of one whose stored credential is damaged, which the log says', async () => {
    const id = await keepConnection(ground, token, { secret: 'damaged' });
    await expect(tokenOf(id)).rejects.toMatchObject(disconnected('Its stored credential cannot be read.'));
    expect(JSON.parse(ground.logged.join())).toMatchObject({
      connection: id,
      msg: 'a stored credential cannot be decrypted',
      err: { message: 'it was sealed with a key that is not given' },
    });
  });
});

describe('a refresh', () => {
  it.each([
    ['in its last minute', 60_000, undefined],
    ['when it has ended', 0, undefined],
    ['when it was refused', 3_600_000, 'old'],
  ])('%s stores the new pair before it is used', async (_when, ms, refused) => {
    const id = await keepConnection(ground, { ...pair, ...endingIn(ms) });
    ground.replies = [{ body: fresh }];
    const { credential } = await freshToken(ground.context, id, refused);
    expect(credential).toEqual({ accessToken: 'new', refreshToken: 'next', identity: 'someone' });
    expect(await stored(id)).toMatchObject({ state: 'working', version: 1, ...endingIn(3_600_000) });
    expect([await tokenOf(id), ground.asked.length, ground.logged]).toEqual(['new', 1, []]);
    expect(ground.asked[0]?.body).toContain('refresh_token=refresh');
  });

  it('is one for all who need it at the same time', async () => {
    const id = await keepConnection(ground, { ...pair, ...endingIn(0) });
    ground.replies = [{ body: fresh }];
    expect(await Promise.all([tokenOf(id), tokenOf(id), tokenOf(id)])).toEqual(['new', 'new', 'new']);
    expect(ground.asked).toHaveLength(1);
  });

  it('that fails does not matter while the token lasts', async () => {
    const id = await keepConnection(ground, { ...pair, ...endingIn(1) });
    ground.replies = [{ status: 503, body: {} }];
    expect(await tokenOf(id)).toBe('old');
    await expect(tokenOf(id, 'old')).rejects.toMatchObject({ key: 'sourceUnavailable' });
    ground.clock.now += 1;
    await expect(tokenOf(id)).rejects.toMatchObject({ key: 'sourceUnavailable' });
    expect(await stored(id)).toMatchObject({ state: 'working', version: 0 });
    expect(await claimsOf()).toEqual([{ refreshing_until: null }]);
    expect(JSON.parse(ground.logged[0] ?? '')).toMatchObject({
      connection: id,
      msg: 'a token could not be refreshed',
    });
  });

  it('that is refused ends the connection, though the token lasts', async () => {
    const id = await keepConnection(ground, { ...pair, ...endingIn(1) });
    ground.replies = [{ status: 400, body: { error: 'invalid_grant' } }];
    await expect(tokenOf(id)).rejects.toMatchObject({
      ...noLongerAccepted,
      cause: { message: 'invalid_grant' },
    });
    expect(await stored(id)).toMatchObject({ state: 'revoked', version: 1, ...endingIn(1) });
    await expect(tokenOf(id)).rejects.toMatchObject(noLongerAccepted);
    expect(ground.asked).toHaveLength(1);
  });

  it('by a client that the platform does not know leaves the connection as it is', async () => {
    const id = await keepConnection(ground, { ...pair, ...endingIn(1) });
    ground.replies = [{ status: 401, body: { error: 'invalid_client' } }];
    const error = disconnected('The service has no valid OAuth client for it.');
    await expect(tokenOf(id)).rejects.toMatchObject(error);
    expect(await stored(id)).toMatchObject({ state: 'working', version: 0 });
    expect(ground.logged.join()).toContain('a token could not be refreshed');
  });

  it('is not possible where there is no OAuth', async () => {
    const id = await keepConnection(ground, { ...pair, ...endingIn(0) }, { platform: 'notion' });
    const error = disconnected('The service has no valid OAuth client for it.', 'Notion');
    await expect(tokenOf(id)).rejects.toMatchObject(error);
    expect(ground.logged.join()).toContain('it cannot be renewed');
  });

  it('is tried again in a while when the platform says that another is under way', async () => {
    const id = await keepConnection(ground, { ...pair, ...endingIn(0) });
    ground.replies = [{ status: 409, body: { error: 'conflict' } }, { body: fresh }];
    const began = performance.now();
    expect(await tokenOf(id)).toBe('new');
    expect(performance.now() - began).toBeGreaterThan(900);
    expect([ground.asked.length, ground.logged]).toEqual([2, []]);
  });

  it('of another process is waited for', async () => {
    const id = await keepConnection(ground, { ...pair, ...endingIn(0) });
    const connection = await stored(id);
    if (!connection) throw new Error('it was stored');
    await claimRefresh(ground.context.database, connection, 60_000);
    ground.replies = [{ body: fresh }];
    const waiting = tokenOf(id);
    await delay(200);
    expect(ground.asked).toEqual([]);
    await endRefresh(ground.context.database.db, connection);
    expect(await waiting).toBe('new');
  });

  it('during which the owner changed the connection is used once, and changes nothing', async () => {
    const id = await keepConnection(ground, { ...pair, ...endingIn(0) });
    const changed = { state: 'disconnected', secret: null, version: 5 } as const;
    const meanwhile = () =>
      ground.context.database.db.updateTable('connections').set(changed).where('id', '=', id).execute();
    ground.replies = [{ body: fresh, meanwhile }];
    expect(await tokenOf(id)).toBe('new');
    expect(await stored(id)).toMatchObject(changed);
    expect(JSON.parse(ground.logged.join())).toMatchObject({
      connection: id,
      msg: 'a connection was changed while its token was refreshed',
    });
  });

  it('is finished before the database is closed', async () => {
    const id = await keepConnection(ground, { ...pair, ...endingIn(0) });
    await finishRefreshes(ground.context);
    ground.replies = [{ body: fresh, meanwhile: () => delay(200) }];
    const renewing = tokenOf(id);
    await expect.poll(() => ground.asked.length).toBe(1);
    await finishRefreshes(ground.context);
    expect(await stored(id)).toMatchObject({ version: 1 });
    expect(await renewing).toBe('new');
  });
});
