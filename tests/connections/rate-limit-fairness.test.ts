/**
 * Contract 8.4.1 on both engines: a call that waits for one limit holds no slot of another, so that one busy user
 * leaves the project to others and one busy base the owner's other bases; and nobody waits for ever.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { type Permit, waitForRateLimits } from '../../src/connections/rate-limit.ts';
import { createSlots } from '../../src/connections/rate-limit-store.ts';
import type { RateLimit } from '../../src/platform/platform.ts';
import { platform as airtable } from '../../src/sources/airtable/platform.ts';
import { platform as google } from '../../src/sources/google-sheets/platform.ts';
import type { Database } from '../../src/storage/database/database.ts';
import { openDatabase } from '../../src/storage/database/open-database.ts';
import { createPostgresDatabase, engines } from '../support/service.ts';

const config = readConfig({});
const anHour = 60 * 60 * 1_000;
/** So that no slot is free again during a test. */
const slowly = (limits: readonly RateLimit[]) => limits.map((limit) => ({ ...limit, perMs: anHour }));

describe.each(engines)('who waits for a rate limit on %s', (engine) => {
  let folder: string;
  let url: string;
  let replicas: [Database, Database];
  let ending: AbortController;
  const waiting: Promise<unknown>[] = [];
  beforeEach(async () => {
    ending = new AbortController();
    folder = await mkdtemp(join(tmpdir(), 'tablecast-fairness-'));
    url = engine === 'sqlite' ? `sqlite:${join(folder, 'one.sqlite')}` : await createPostgresDatabase();
    replicas = [await openDatabase(url), await openDatabase(url)];
  });
  afterEach(async () => {
    ending.abort(new Error('the test is over'));
    await Promise.allSettled(waiting.splice(0));
    await Promise.all(replicas.map((replica) => replica.close()));
    await rm(folder, { recursive: true });
  });

  const replica = (at: number): Database => replicas[at % 2 === 0 ? 0 : 1];
  const call = (database: Database, limits: readonly RateLimit[]): Promise<Permit> => {
    const leaving = waitForRateLimits(database, limits, ending.signal);
    waiting.push(leaving);
    return leaving;
  };
  const queue = (count: number, limits: readonly RateLimit[], left: (at: number) => void = () => {}) => {
    for (let at = 0; at < count; at++) {
      call(replica(at), limits).then(
        () => left(at),
        () => {},
      );
    }
  };
  const used = async (key: string): Promise<number> => {
    const { db } = replica(0);
    const rows = await db.selectFrom('rate_limit_slots').select('at').where('limit_key', '=', key).execute();
    return rows.filter(({ at }) => at > 0).length;
  };

  it('300 calls of one Google user leave the rest of the project to the others', async () => {
    const limitsOf = (user: string) => slowly(google.rateLimits(config, user, 'read'));
    let left = 0;
    queue(300, limitsOf('ann'), () => {
      left += 1;
    });
    await expect.poll(() => left).toBe(60);
    for (const user of ['bob', 'cem', 'dan', 'eve']) {
      await Promise.all(Array.from({ length: 60 }, (_, at) => call(replica(at), limitsOf(user))));
    }
    const keys = limitsOf('ann').map(({ key }) => key);
    expect((await Promise.all(keys.map(used))).sort((a, b) => a - b)).toEqual([60, 300]);
    expect(left).toBe(60);
  });

  it('50 calls that wait for one Airtable base leave the other bases of the owner free', async () => {
    const limitsOf = (base: string) => slowly(airtable.rateLimits(config, 'ann', base));
    let left = 0;
    queue(50, limitsOf('appOne'), () => {
      left += 1;
    });
    await expect.poll(() => left).toBe(5);
    await Promise.all(
      ['appTwo', 'appTwo', 'appThree', 'appFour'].map((base, at) => call(replica(at), limitsOf(base))),
    );
    expect(await used('airtable base appOne')).toBe(5);
    expect(await used('airtable user ann')).toBe(9);
  });

  it('who waits for the wide limit holds no slot of the narrow one', async () => {
    const wide = { key: 'wide', calls: 1, perMs: anHour };
    const narrow = { key: 'narrow', calls: 2, perMs: anHour };
    await call(replica(0), [wide]);
    queue(3, [narrow, wide]);
    const other = { key: 'other wide', calls: 5, perMs: anHour };
    await Promise.all([call(replica(0), [narrow, other]), call(replica(1), [narrow, other])]);
    expect(await used('other wide')).toBe(2);
  });

  it('users take turns at a project that is full, however many calls each has waiting', async () => {
    const project = { key: 'project', calls: 1, perMs: 30 };
    const limitsOf = (user: string) => [{ key: user, calls: 100, perMs: anHour }, project];
    await createSlots(replica(0), project);
    const order: string[] = [];
    const leave = async (user: string): Promise<void> => {
      const permit = await call(replica(0), limitsOf(user));
      order.push(user);
      await permit.release();
    };
    const busy = Array.from({ length: 20 }, () => leave('ann'));
    await Promise.all([leave('bob'), leave('cem')]);
    expect(order.length).toBeLessThan(8);
    await Promise.all(busy);
  });

  it('a call gets through although others keep both its limits full', async () => {
    const base = { key: 'base', calls: 1, perMs: 20 };
    const user = { key: 'user', calls: 1, perMs: 20 };
    let isOver = false;
    const keepFull = async (limits: readonly RateLimit[]): Promise<void> => {
      while (!isOver) await (await call(replica(0), limits)).release();
    };
    const others = [
      keepFull([base, { key: 'another user', calls: 50, perMs: 20 }]),
      keepFull([{ key: 'another base', calls: 50, perMs: 20 }, user]),
    ];
    for (let at = 0; at < 5; at++) await (await call(replica(0), [base, user])).release();
    isOver = true;
    await Promise.all(others);
  }, 20_000);

  it('never more than a limit allows, from two processes, and all leave in the end', async () => {
    const wide = { key: 'all', calls: 4, perMs: 40 };
    const departures: number[] = [];
    const calls = Array.from({ length: 48 }, async (_, at) => {
      const narrow = { key: `one of ${at % 4}`, calls: 2, perMs: 40 };
      const permit = await call(replica(at), [narrow, wide]);
      departures.push(performance.now());
      await permit.release();
    });
    await Promise.all(calls);
    // Each leaves before the fourth one after it may: slots count from the response.
    for (let at = 4; at < departures.length; at++) {
      expect((departures[at] ?? 0) - (departures[at - 4] ?? 0)).toBeGreaterThan(35);
    }
  }, 20_000);
});
