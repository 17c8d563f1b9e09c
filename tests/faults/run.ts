/**
 * `npm run test:faults [-- --only NAME] [--cycles N] [--seed N] [--postgres embedded|debian]`: the long form of the
 * faults, one kind after the other. Prints a line for each batch of cycles and one of JSON for each kind; exits with 1
 * when anything did not hold (docs/reliability.md).
 */
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { postgresBuilds } from '../support/embedded-server.ts';
import { allFaults } from './all-faults.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    cycles: { type: 'string' },
    seed: { type: 'string' },
    postgres: { type: 'string' },
  },
});
const wanted = z.object({
  only: z.array(z.string()).default(['']),
  cycles: z.coerce.number().int().positive().optional(),
  seed: z.coerce
    .number()
    .int()
    .default(() => Math.floor(Math.random() * 1_000_000)),
  postgres: z.enum(postgresBuilds).default('embedded'),
});

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));
process.exit(await run(wanted.parse(values)));

async function run({ only, cycles, seed, postgres }: z.infer<typeof wanted>): Promise<number> {
  const rows = Object.entries(allFaults);
  const chosen = rows.filter(([name]) => only.some((word) => name.startsWith(word)));
  if (chosen.length === 0) {
    say(`--only takes one of: ${rows.map(([name]) => name).join(', ')}, or how it begins`);
    return 1;
  }
  say(`seed ${seed}, PostgreSQL: ${postgres}`);
  let failed = 0;
  for (const [name, row] of chosen) {
    const began = performance.now();
    const result = await row.kind({ cycles: cycles ?? row.cycles, seed, postgres, say });
    const seconds = Math.round((performance.now() - began) / 1_000);
    say(JSON.stringify({ kind: name, seconds, ...result }));
    if (result.problems.length > 0) failed += 1;
  }
  say(failed === 0 ? 'everything held' : `${failed} of ${chosen.length} kinds had problems`);
  return failed === 0 ? 0 : 1;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
