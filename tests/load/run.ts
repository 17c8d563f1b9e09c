/**
 * `npm run test:load [-- --minutes N] [--only PART] [--quick] [--postgres embedded|debian]`: what the service does
 * under load, as a table in Markdown and lines of JSON; exits with 1 when a bar is missed (docs/reliability.md).
 */
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { watchStolenTime } from '../../bench/stolen-time.ts';
import { postgresBuilds } from '../support/embedded-server.ts';
import { costGrowth } from './cost-growth.ts';
import { idleConnections } from './idle-connections.ts';
import { type LoadFigure, markdownOf, passes } from './load-figure.ts';
import type { LoadRun } from './load-run.ts';
import { replicaRates } from './replica-rates.ts';
import { soak } from './soak.ts';

const parts: Readonly<Record<string, (run: LoadRun) => Promise<LoadFigure[]>>> = {
  soak,
  idle: idleConnections,
  replicas: replicaRates,
  growth: costGrowth,
};

const { values } = parseArgs({
  options: {
    minutes: { type: 'string' },
    only: { type: 'string', multiple: true },
    quick: { type: 'boolean' },
    postgres: { type: 'string' },
  },
});
const wanted = z.object({
  minutes: z.coerce.number().positive().default(30),
  only: z.array(z.string()).default(['']),
  quick: z.boolean().default(false),
  postgres: z.enum(postgresBuilds).default('embedded'),
});

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));
process.exit(await run(wanted.parse(values)));

async function run({ minutes, only, quick, postgres }: z.infer<typeof wanted>): Promise<number> {
  const chosen = Object.entries(parts).filter(([name]) => only.some((word) => name.startsWith(word)));
  if (chosen.length === 0) {
    say(`--only takes one of: ${Object.keys(parts).join(', ')}`);
    return 1;
  }
  const loadBefore = loadavg()[0] ?? 0;
  const stolen = watchStolenTime();
  const figures: LoadFigure[] = [];
  for (const [name, part] of chosen) {
    say(`${name} …`);
    const found = await part({ minutes, isQuick: quick, postgres, say });
    for (const figure of found) process.stdout.write(`${JSON.stringify({ part: name, ...figure })}\n`);
    figures.push(...found);
  }
  process.stdout.write(`\n${markdownOf(figures)}\n\n${circumstances(loadBefore, stolen())}\n`);
  return figures.every(passes) ? 0 : 1;
}

function circumstances(loadBefore: number, stolen: number): string {
  return `Node ${process.version}, ${availableParallelism()} cores, load average ${loadBefore.toFixed(1)} before, ${Math.round(stolen)} % of the time stolen`;
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
