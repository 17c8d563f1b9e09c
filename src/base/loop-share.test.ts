import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { LoopShare } from './loop-share.ts';

const work = (forMs: number): void => {
  for (const until = performance.now() + forMs; performance.now() < until; );
};

/** How many turns of the event loop pass while so many parts are worked off. */
async function turnsOf(parts: number, partMs: number): Promise<number> {
  let turns = 0;
  let isOver = false;
  const counting = (async () => {
    for (; !isOver; turns++) await turn();
  })();
  const share = new LoopShare();
  for (let part = 0; part < parts; part++) {
    work(partMs);
    await share.rest();
  }
  isOver = true;
  await counting;
  return turns;
}

it('many short parts are worked off in one turn', async () => {
  expect(await turnsOf(50, 0)).toBeLessThanOrEqual(3);
});

it('long parts leave the event loop to others, four at a time', async () => {
  const turns = await turnsOf(40, 6);
  expect(turns).toBeGreaterThanOrEqual(8);
  expect(turns).toBeLessThanOrEqual(14);
});
