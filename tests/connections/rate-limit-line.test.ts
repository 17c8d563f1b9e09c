/** Contract 8.4.1: calls wait in line for a limit; one that is aborted takes no slot from the others. */
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { waitForRateLimits } from '../../src/connections/rate-limit.ts';
import { closeSlots, createSlots } from '../../src/connections/rate-limit-store.ts';
import { type ConnectionGround, openConnectionGround } from './connection-ground.ts';

const never = new AbortController().signal;
const limit = { key: 'one', calls: 2, perMs: 60_000 };
const other = { key: 'other', calls: 1, perMs: 60_000 };

let ground: ConnectionGround;
beforeEach(async () => {
  ground = await openConnectionGround();
});
afterEach(() => ground[Symbol.asyncDispose]());

const times = async (key: string): Promise<number[]> => {
  const { db } = ground.context.database;
  const rows = await db.selectFrom('rate_limit_slots').select('at').where('limit_key', '=', key).execute();
  return rows.map(({ at }) => at).sort((a, b) => a - b);
};
const freeIn = (key: string, ms: number, perMs: number) =>
  ground.context.database.db
    .updateTable('rate_limit_slots')
    .set({ at: Date.now() - perMs + ms })
    .where('limit_key', '=', key)
    .execute();

it('a call counts from its response, and one that was cut off a second longer', async () => {
  const { database } = ground.context;
  const before = Date.now();
  const first = await waitForRateLimits(database, [limit], never);
  expect((await times('one'))[1]).toBeGreaterThanOrEqual(before + 60_000);
  await first.release();
  const [, arrived = 0] = await times('one');
  expect([arrived >= before, arrived <= Date.now()]).toEqual([true, true]);
  const second = await waitForRateLimits(database, [limit], never);
  const lostAt = Date.now();
  await second.abandon();
  const [, lost = 0] = await times('one');
  expect([lost >= lostAt + 1_000, lost <= Date.now() + 1_000]).toEqual([true, true]);
});

it('who waits for one limit holds no slot of another, and none when it is aborted', async () => {
  const { database } = ground.context;
  await createSlots(database, other);
  await closeSlots(database, other, 60_000);
  const leaving = new AbortController();
  const waiting = waitForRateLimits(database, [limit, other], leaving.signal);
  await expect.poll(() => times('one')).toEqual([0, 0]);
  const behind = waitForRateLimits(database, [limit, other], leaving.signal);
  await waitForRateLimits(database, [limit], never);
  leaving.abort(new Error('gone'));
  await expect(waiting).rejects.toThrow('gone');
  await expect(behind).rejects.toThrow('gone');
  expect((await times('one'))[0]).toBe(0);
});

it('who is aborted in line takes no slot when its turn comes', async () => {
  const { database } = ground.context;
  await createSlots(database, limit);
  await freeIn('one', 500, limit.perMs);
  const [, untouched = 0] = await times('one');
  const first = waitForRateLimits(database, [limit], never);
  const leaving = new AbortController();
  const second = waitForRateLimits(database, [limit], leaving.signal);
  leaving.abort(new Error('gone'));
  await expect(second).rejects.toThrow('gone');
  await first;
  await delay(200);
  expect((await times('one'))[0]).toBe(untouched);
});

it('a line goes on behind one that was aborted, in its order', async () => {
  const { database } = ground.context;
  const brief = { key: 'brief', calls: 1, perMs: 50 };
  await createSlots(database, brief);
  await freeIn('brief', 300, brief.perMs);
  const order: number[] = [];
  const leaving = new AbortController();
  const calls = [1, 2, 3, 4].map(async (call) => {
    const permit = await waitForRateLimits(database, [brief], call === 1 ? leaving.signal : never);
    order.push(call);
    await permit.release();
  });
  leaving.abort(new Error('gone'));
  expect((await Promise.allSettled(calls)).map(({ status }) => status)).toEqual([
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ]);
  expect(order).toEqual([2, 3, 4]);
});
