/**
 * Contract 8.6.2: a large body that is rendered beside many small requests takes few turns of the event loop, in which
 * those requests are worked off. Each turn is made long here, and they are counted, so that the speed of the machine
 * does not matter.
 */
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../support/service.ts';

const owner = 'owner@example.com';
/** About 2 MB as json_records. */
const table = `id,name,amount,text\n${Array.from(
  { length: 16_000 },
  (_, n) => `${n},name ${n},${n / 7},${'some text '.repeat(5)}${n}\n`,
).join('')}`;
const turnMs = 40;
/** Of the same table a hundred turns were needed when each piece took one. */
const maxTurns = 60;

let service: TestService;
let reader: Worker;
beforeAll(async () => {
  service = await startTestService();
  await service.command('account', 'create', owner, '--plan', 'pro');
  // In a thread of its own: its turns are not those of the service.
  reader = new Worker(
    `const { parentPort } = require('node:worker_threads');
     parentPort.on('message', async ({ url, coding }) => {
       const answer = await fetch(url, { headers: { 'accept-encoding': coding } });
       parentPort.postMessage({ status: answer.status, text: (await answer.text()).length });
     });`,
    { eval: true },
  );
  // What is loaded at the first use is not counted.
  const id = await service.publish('a\n1\n', '--owner', owner);
  await read(`${service.url}/${id}?type=json_records`, 'gzip');
});
afterAll(async () => {
  await reader.terminate();
  await service[Symbol.asyncDispose]();
});

function read(url: string, coding: string): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  reader.once('message', resolve);
  reader.postMessage({ url, coding });
  return promise;
}

/** With how many turns of a busy event loop. */
async function busyTurns<T>(work: () => Promise<T>): Promise<{ turns: number; result: T }> {
  let turns = 0;
  let isOver = false;
  const beBusy = (): void => {
    if (isOver) return;
    turns += 1;
    for (const until = performance.now() + turnMs; performance.now() < until; );
    setImmediate(beBusy);
  };
  setImmediate(beBusy);
  const result = await work().finally(() => {
    isOver = true;
  });
  return { turns, result };
}

it.each([
  ['json_records', 'identity', 1_900_000],
  ['json_records', 'gzip', 1_900_000],
  ['json_columns', 'identity', 1_900_000],
  ['dynamic_table', 'gzip', 1_400_000],
])('a body of two megabytes needs few turns: %s, %s', async (type, coding, length) => {
  const id = await service.publish(table, '--owner', owner);
  const { turns, result } = await busyTurns(() => read(`${service.url}/${id}?type=${type}`, coding));
  expect(result).toEqual({ status: 200, text: expect.any(Number) });
  expect(result).toHaveProperty('text', expect.closeTo(length, -6));
  expect(turns).toBeLessThan(maxTurns);
  // The same body again, as it was kept.
  expect(await read(`${service.url}/${id}?type=${type}`, coding)).toEqual(result);
});
