/**
 * `npm run test:long`: the tests of `npm test` that go through the front door once more on PostgreSQL, its properties
 * with all their values, then those that take long: faults, attacks, starving, whole programs; at last the price of a
 * small hit. What follows `--` goes to each run of tests, such as a file.
 */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const vitest = join(import.meta.dirname, '../node_modules/vitest/vitest.mjs');
const asked = process.argv.slice(2);
const postgres = { ...process.env, TEST_ENGINE: 'postgres' };
const full = { ...process.env, FUZZ: 'full' };
const files = globSync('{src,tests}/**/*.test.ts').map((path) => ({
  path,
  text: readFileSync(path, 'utf8'),
}));
const properties = files.filter(({ text }) => text.includes('fuzzed(')).map(({ path }) => path);
// The others have had both engines in `npm test`.
const onOneEngine = files
  .filter(({ path, text }) => path.startsWith('tests/') && !text.includes('bothEngines'))
  .map(({ path }) => path);
type Run = readonly [words: readonly string[], env: NodeJS.ProcessEnv];
const runs: readonly Run[] = [
  [['--project', 'usual', ...(asked.length > 0 ? asked : onOneEngine)], postgres],
  [['--project', 'usual', '--project', 'browser', ...(asked.length > 0 ? asked : properties)], full],
  [['--project', 'long', '--project', 'demanding', '--project', 'faults', ...asked], process.env],
];
for (const [words, env] of runs) run([vitest, 'run', '--passWithNoTests', ...words], env);
// On a machine that others use, too, a price that seems higher is told, and nothing more.
const isOnlyTold = process.env['TEST_RETRY'] !== undefined;
if (asked.length === 0)
  run([join(import.meta.dirname, '../bench/run.ts'), '--check', '--quick'], process.env, isOnlyTold);

function run(words: readonly string[], env: NodeJS.ProcessEnv, isOnlyTold = false): void {
  const { status } = spawnSync(process.execPath, words, { stdio: 'inherit', env });
  if (status !== 0 && !isOnlyTold) process.exitCode = 1;
}
