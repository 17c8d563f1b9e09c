/**
 * `npm run test:hostile [-- --minutes N] [--seed N] [--connections N]`: an attack of all kinds that are known, mixed at
 * random, beside an innocent client; prints a table and exits with 1 when a bar is missed (docs/reliability.md).
 */
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { watchStolenTime } from '../../../bench/stolen-time.ts';
import { markdownOf, passes } from '../../load/load-figure.ts';
import { hostileRun } from './hostile-run.ts';

const { values } = parseArgs({
  options: { minutes: { type: 'string' }, seed: { type: 'string' }, connections: { type: 'string' } },
});
const { minutes, seed, connections } = z
  .object({
    minutes: z.coerce.number().positive().default(30),
    seed: z.coerce
      .number()
      .int()
      .default(Date.now() % 1_000_000),
    connections: z.coerce.number().int().positive().default(50),
  })
  .parse(values);

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));
const loadBefore = loadavg()[0] ?? 0;
const stolen = watchStolenTime();
const figures = await hostileRun({
  minutes,
  seed,
  connections,
  settleSeconds: 60,
  isMeasured: true,
  say: (line) => process.stderr.write(`${line}\n`),
});
process.stdout.write(
  `${markdownOf(figures)}\n\n${minutes} minutes, Node ${process.version}, ${availableParallelism()} cores, load average ${loadBefore.toFixed(1)} before, ${Math.round(stolen())} % of the time stolen\n`,
);
process.exit(figures.every(passes) ? 0 : 1);
