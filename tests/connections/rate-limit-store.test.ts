/** The slots of a rate limit, on both bothEngines: never more calls than it allows, shared by all processes. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  closeSlots,
  createSlots,
  freeSlots,
  removeIdleSlots,
  stampArrived,
  takeSlots,
  timesToSlots,
} from '../../src/connections/rate-limit-store.ts';
import type { RateLimit } from '../../src/platform/platform.ts';
import type { Database } from '../../src/storage/database/database.ts';
import { openDatabase } from '../../src/storage/database/open-database.ts';
import { bothEngines, createPostgresDatabase } from '../support/service.ts';

const limit = { key: 'base one', calls: 3, perMs: 60_000 };
const other = { ...limit, key: 'base two', calls: 1 };
const hour = 60 * 60 * 1_000;

describe.each(bothEngines)('the slots of a rate limit on %s', (engine) => {
  let folder: string;
  let database: Database;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tablecast-slots-'));
    const file = `sqlite:${join(folder, 'one.sqlite')}`;
    database = await openDatabase(engine === 'sqlite' ? file : await createPostgresDatabase());
  });
  afterEach(async () => {
    await database.close();
    await rm(folder, { recursive: true });
  });
  const slots = () => database.db.selectFrom('rate_limit_slots').selectAll().orderBy('slot').execute();
  const setAt = (key: string, at: number) =>
    database.db.updateTable('rate_limit_slots').set({ at }).where('limit_key', '=', key).execute();
  const takeSlot = async (wanted: RateLimit) => (await takeSlots(database, [wanted]))?.[0];
  const timeToSlot = async (wanted: RateLimit) => (await timesToSlots(database, [wanted]))[0];
  const take = async () => {
    const taken = await takeSlot(limit);
    if (!taken) throw new Error('a slot is free');
    return taken;
  };

  it('as many calls as it allows, each in a slot of its own, and then none for the whole time', async () => {
    expect(await takeSlot(limit)).toBeUndefined();
    expect(await timeToSlot(limit)).toBeUndefined();
    await createSlots(database, limit);
    expect(await timeToSlot(limit)).toBeLessThanOrEqual(0);
    const taken = [await take(), await take(), await take()];
    expect(taken.map(({ slot }) => slot).sort()).toEqual([0, 1, 2]);
    expect(await takeSlot(limit)).toBeUndefined();
    await stampArrived(database, taken);
    for (const { at } of await slots()) expect(Math.abs(at - Date.now())).toBeLessThan(30_000);
    expect(await takeSlot(limit)).toBeUndefined();
    const wait = (await timeToSlot(limit)) ?? 0;
    expect(wait).toBeGreaterThan(20_000);
    expect(wait).toBeLessThanOrEqual(60_000);
  });

  it('a call that takes longer than the time of the limit keeps its slot; one that never left does not', async () => {
    const brief = { ...limit, perMs: 10 };
    await createSlots(database, brief);
    const taken = [await take(), await take(), await take()];
    await pause(30);
    expect(await takeSlot(brief)).toBeUndefined();
    await freeSlots(database, taken.slice(0, 1));
    expect((await takeSlot(brief))?.slot).toBe(taken[0]?.slot);
    await stampArrived(database, taken.slice(1, 2));
    await pause(30);
    expect((await takeSlot(brief))?.slot).toBe(taken[1]?.slot);
    expect(await takeSlot(brief)).toBeUndefined();
  });

  it('a response does not open a slot that was closed while its call was on its way', async () => {
    const brief = { ...limit, perMs: 10 };
    await createSlots(database, brief);
    const taken = [await take(), await take(), await take()];
    await closeSlots(database, brief, 30_000);
    await stampArrived(database, taken);
    await pause(30);
    expect(await takeSlot(brief)).toBeUndefined();
  });

  it('made a second time they stay as they are, and another limit has its own', async () => {
    await createSlots(database, limit);
    for (let call = 0; call < 3; call++) await take();
    await createSlots(database, limit);
    await createSlots(database, other);
    expect(await slots()).toHaveLength(4);
    expect(await takeSlot(limit)).toBeUndefined();
    expect(await takeSlot(other)).toBeDefined();
    expect(await takeSlot(other)).toBeUndefined();
  });

  it('of several limits a slot of each or of none', async () => {
    await createSlots(database, limit);
    await createSlots(database, other);
    expect(await timesToSlots(database, [limit, { ...limit, key: 'unknown' }])).toEqual([
      expect.any(Number),
      undefined,
    ]);
    const both = await takeSlots(database, [limit, other]);
    expect(both?.map(({ limit: { key } }) => key)).toEqual([limit.key, other.key]);
    expect(await takeSlots(database, [limit, other])).toBeUndefined();
    expect(await takeSlots(database, [other, limit])).toBeUndefined();
    expect((await slots()).filter(({ at }) => at > 0)).toHaveLength(2);
    await stampArrived(database, both ?? []);
    const [narrow = 0, wide = 0] = await timesToSlots(database, [limit, other]);
    expect([narrow <= 0, wide > 0]).toEqual([true, true]);
  });

  it('one is free again when its time has passed, the one used longest ago first', async () => {
    await createSlots(database, limit);
    await setAt(limit.key, Date.now() + hour);
    const set = (slot: number, at: number) =>
      database.db.updateTable('rate_limit_slots').set({ at }).where('slot', '=', slot).execute();
    await set(1, Date.now() - 2 * limit.perMs);
    await set(2, Date.now() - 3 * limit.perMs);
    expect([(await take()).slot, (await take()).slot]).toEqual([2, 1]);
    expect(await takeSlot(limit)).toBeUndefined();
  });

  it('counts from the answer of a call; what was closed meanwhile stays closed', async () => {
    await createSlots(database, limit);
    const [first, second] = [await take(), await take()];
    const past = Date.now() - 30_000;
    await setAt(limit.key, past);
    await stampArrived(database, []);
    await stampArrived(database, [{ ...first, at: past }]);
    expect((await slots()).map(({ slot, at }) => [slot, at > past])).toEqual(
      [0, 1, 2].map((slot) => [slot, slot === first.slot]),
    );
    await stampArrived(database, [second]);
    expect((await slots()).filter(({ at }) => at > past)).toHaveLength(1);
  });

  it('closed by the platform for a time, and never for less than before', async () => {
    await createSlots(database, limit);
    await createSlots(database, other);
    await closeSlots(database, limit, 10 * limit.perMs);
    await closeSlots(database, limit, 5 * limit.perMs);
    expect(await takeSlot(limit)).toBeUndefined();
    const wait = (await timeToSlot(limit)) ?? 0;
    expect(wait).toBeGreaterThan(9 * limit.perMs);
    // A second that is shorter moves each slot by a millisecond.
    expect(wait).toBeLessThanOrEqual(10 * limit.perMs + 1);
    expect(await takeSlot(other)).toBeDefined();
  });

  it('removed when none of a limit was used for a day', async () => {
    await createSlots(database, limit);
    await createSlots(database, other);
    await setAt(limit.key, Date.now() - 25 * hour);
    await setAt(other.key, Date.now() - 25 * hour);
    await database.db
      .updateTable('rate_limit_slots')
      .set({ at: Date.now() - 23 * hour })
      .where('limit_key', '=', limit.key)
      .where('slot', '=', 1)
      .execute();
    await removeIdleSlots(database);
    expect((await slots()).map(({ limit_key }) => limit_key)).toEqual(Array(3).fill(limit.key));
  });
});
