/** The short form of `npm run test:hostile`: everything that an attacker does, at once, beside an innocent client. */
import { expect, it } from 'vitest';
import { passes } from '../load/load-figure.ts';
import { hostileRun } from './attack/hostile-run.ts';

it('8 An attack of all kinds leaves the service alive, others served, and nothing behind', async () => {
  const said: string[] = [];
  const figures = await hostileRun({
    minutes: 0.25,
    seed: 18,
    connections: 30,
    settleSeconds: 60,
    isMeasured: false,
    say: (line) => said.push(line),
  });
  expect(
    figures.filter((figure) => !passes(figure)),
    said.join('\n'),
  ).toEqual([]);
}, 180_000);
