/**
 * Three replicas on one PostgreSQL and one bucket, each with a disk of its own, behind a client that goes round: every
 * feature works whichever of them is asked, and what one has stored all have at once (contract 10.4.1).
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type S3Emulator, startS3Emulator } from '../../emulators/s3/s3-emulator.ts';
import { balanceOf, createOwner, expectLedgerWhole } from '../support/cast.ts';
import {
  beginConsent,
  expectConsentFor,
  giveConsent,
  goBack,
  listedConnections,
  tokenCalls,
} from '../support/consent.ts';
import {
  connect,
  createEndpoint,
  type Platforms,
  platformOwner,
  startPlatforms,
} from '../support/platform-service.ts';
import { startReplica, startS3Service } from '../support/s3-service.ts';
import type { TestService } from '../support/service.ts';
import { smallAirtable } from '../support/small-tables.ts';

describe('three replicas', () => {
  let platforms: Platforms;
  let s3: S3Emulator;
  let replicas: readonly [TestService, TestService, TestService];
  beforeAll(async () => {
    platforms = await startPlatforms();
    s3 = await startS3Emulator();
    const { environment } = platforms;
    const first = await startS3Service(s3, { engine: 'postgres', environment });
    const same = { ...environment, BASE_URL: `http://localhost:${first.environment['PORT']}` };
    const others = await Promise.all([startReplica(s3, first, same), startReplica(s3, first, same)]);
    replicas = [first, ...others];
    await first.command('account', 'create', platformOwner, '--plan', 'pro');
  });
  afterEach(() => expectLedgerWhole(replicas[0]));
  afterAll(async () => {
    for (const replica of [...replicas].reverse()) await replica[Symbol.asyncDispose]();
    await s3[Symbol.asyncDispose]();
    await platforms[Symbol.asyncDispose]();
  });
  const at = (turn: number): TestService => replicas[turn % 3] ?? replicas[0];
  /** At once, by turns; each status with how often it came. */
  async function hit(path: string, times: number): Promise<Record<number, number>> {
    const counts: Record<number, number> = {};
    const asked = Array.from({ length: times }, async (_, turn) => {
      const { status } = await at(turn).get(path);
      counts[status] = (counts[status] ?? 0) + 1;
    });
    await Promise.all(asked);
    return counts;
  }
  const texts = (path: string): Promise<string[]> =>
    Promise.all(replicas.map(async (replica) => (await replica.get(path)).text()));

  it('an upload is there for all at once, and so is the one that replaces it', async () => {
    const [first, second, third] = replicas;
    const id = await first.publish('n\n1\n');
    expect(await texts(id)).toEqual(['n\n1\n', 'n\n1\n', 'n\n1\n']);
    for (const [round, replica] of [second, third, first, second].entries()) {
      await replica.publish(`n\n${round + 2}\n`, '--replace', id);
      const expected = `n\n${round + 2}\n`;
      expect(await texts(id)).toEqual([expected, expected, expected]);
      expect(await texts(`${id}?sql=SELECT+n+AS+m+FROM+service_table`)).toEqual(
        Array(3).fill(`m\n${round + 2}\n`),
      );
    }
  });

  it('the last credits go to exactly as many', async () => {
    const { email, endpoint } = await createOwner(
      at(1),
      'few@example.com',
      '--plan',
      'lite',
      '--credits',
      '5',
    );
    expect(await hit(endpoint, 30)).toEqual({ 200: 5, 403: 25 });
    expect(await balanceOf(at(2), email)).toBe(0);
  });

  it('a token, a proxy, a block and a removal count for all', async () => {
    const { email, endpoint } = await createOwner(at(0), 'ann@example.com', '--plan', 'standard');
    const proxy = String((await at(1).command('proxy', 'create', endpoint, '--param', 'type=xml'))['url']);
    const path = new URL(proxy).pathname.slice(1);
    expect(await hit(path, 3)).toEqual({ 200: 3 });
    await at(2).command('endpoint', 'set', endpoint, '--token', 'a-token-of-sixteen');
    expect(await hit(endpoint, 3)).toEqual({ 401: 3 });
    await at(0).command('account', 'set', email, '--blocked', 'true');
    expect(await hit(path, 3)).toEqual({ 401: 3 });
    await at(1).command('endpoint', 'delete', endpoint);
    expect(await hit(endpoint, 3)).toEqual({ 404: 3 });
  });

  it('an API key of one creates a URL at another, which the third serves', async () => {
    const [first, second, third] = replicas;
    await connect(first, 'airtable', '--token', platforms.airtable.addPersonalToken());
    const { key } = await first.command('api-key', 'create', platformOwner);
    const { base, table } = smallAirtable(platforms.airtable);
    const made = await fetch(`${second.url}/urls/create`, {
      method: 'POST',
      headers: { authorization: `Bearer ${String(key)}`, 'content-type': 'application/json' },
      body: JSON.stringify({ base, table }),
    });
    expect(made.status).toBe(200);
    const { URL: address } = z.object({ URL: z.url() }).parse(await made.json());
    expect((await third.get(new URL(address).pathname.slice(1))).status).toBe(200);
  });

  it('the rate limit of a platform is kept together', async () => {
    const connection = await connect(at(0), 'airtable', '--token', platforms.airtable.addPersonalToken());
    const endpoint = await createEndpoint(at(1), connection, ...smallAirtable(platforms.airtable).words);
    expect(await hit(endpoint, 9)).toEqual({ 200: 9 });
    expect(platforms.airtable.rateLimited).toBe(0);
  });

  it('a consent that one began is taken by another, and its token is refreshed once for all', async () => {
    const [first, second, third] = replicas;
    expectConsentFor(platforms, first);
    const before = (await listedConnections(third)).map(({ id }) => id);
    const back = await giveConsent(await beginConsent(first, 'airtable'));
    expect((await goBack(second, back)).status).toBe(200);
    const made = (await listedConnections(third)).find(({ id }) => !before.includes(id));
    const { words } = smallAirtable(platforms.airtable);
    const endpoint = await createEndpoint(third, made?.id ?? '', ...words);
    for (const { clock } of replicas) clock.ahead = 2 * 60 * 60 * 1_000;
    const calls = tokenCalls(platforms, 'airtable');
    expect(await hit(endpoint, 9)).toEqual({ 200: 9 });
    expect(tokenCalls(platforms, 'airtable') - calls).toBe(1);
    for (const { clock } of replicas) clock.ahead = 0;
  });
});
