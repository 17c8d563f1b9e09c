import { setImmediate as afterOthers } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { SqlLanes } from './lanes.ts';
import { maxWaitingOfEndpoint } from './queue.ts';

const lanesOfEndpoint = 4;
const never = new AbortController().signal;

interface Entry {
  lane?: Disposable;
  error?: unknown;
}

/** Notes when it has entered, and when it may not. */
function entering(lanes: SqlLanes, endpoint: string, signal = never): Entry {
  const entry: Entry = {};
  lanes.enter(endpoint, signal).then(
    (lane) => {
      entry.lane = lane;
    },
    (error: unknown) => {
      entry.error = error;
    },
  );
  return entry;
}

const enterMany = (lanes: SqlLanes, endpoint: string, count: number): Entry[] =>
  Array.from({ length: count }, () => entering(lanes, endpoint));
const entered = (entries: readonly Entry[]): number =>
  entries.filter(({ lane }) => lane !== undefined).length;

test('four of an endpoint at once, the others in their order; other endpoints have their own', async () => {
  const lanes = new SqlLanes();
  const entries = enterMany(lanes, 'a', lanesOfEndpoint + 2);
  const others = enterMany(lanes, 'b', lanesOfEndpoint + 1);
  await afterOthers();
  expect([entered(entries), entered(others)]).toEqual([lanesOfEndpoint, lanesOfEndpoint]);
  entries[2]?.lane?.[Symbol.dispose]();
  await afterOthers();
  expect(entries.map(({ lane }) => lane !== undefined)).toEqual([true, true, true, true, true, false]);
  expect(entered(others)).toBe(lanesOfEndpoint);
});

test('a lane that nobody waits for is free again, and no more than that', async () => {
  const lanes = new SqlLanes();
  for (let round = 0; round < 3; round++) {
    const entries = enterMany(lanes, 'a', lanesOfEndpoint + 1);
    await afterOthers();
    expect(entered(entries)).toBe(lanesOfEndpoint);
    for (const { lane } of entries) lane?.[Symbol.dispose]();
    await afterOthers();
    expect(entered(entries)).toBe(lanesOfEndpoint + 1);
    entries.at(-1)?.lane?.[Symbol.dispose]();
  }
  const entries = enterMany(lanes, 'a', lanesOfEndpoint);
  await afterOthers();
  entries[0]?.lane?.[Symbol.dispose]();
  entries.push(...enterMany(lanes, 'a', 2));
  await afterOthers();
  expect(entered(entries)).toBe(lanesOfEndpoint + 1);
});

test('who leaves while waiting gets the reason, and their turn goes to the next', async () => {
  const lanes = new SqlLanes();
  const inside = enterMany(lanes, 'a', lanesOfEndpoint);
  const leaving = new AbortController();
  const left = entering(lanes, 'a', leaving.signal);
  const next = entering(lanes, 'a');
  leaving.abort(new Error('gone'));
  await afterOthers();
  expect(left).toEqual({ error: new Error('gone') });
  inside[0]?.lane?.[Symbol.dispose]();
  await afterOthers();
  expect(entered([next])).toBe(1);
});

test('who has left before takes no lane', async () => {
  const lanes = new SqlLanes();
  await expect(lanes.enter('a', AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
  const entries = enterMany(lanes, 'a', lanesOfEndpoint);
  await afterOthers();
  expect(entered(entries)).toBe(lanesOfEndpoint);
});

test('too many waiting: the service is busy', async () => {
  const lanes = new SqlLanes();
  const entries = enterMany(lanes, 'a', lanesOfEndpoint + maxWaitingOfEndpoint + 1);
  await afterOthers();
  expect(entries.filter(({ error }) => error !== undefined)).toEqual([entries.at(-1)]);
  expect(entries.at(-1)?.error).toMatchObject({ key: 'serviceBusy' });
});
