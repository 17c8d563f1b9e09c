/**
 * `npm run bench [-- --only NAME] [--quick] [--profile FOLDER] [--against FOLDER] [--check] [--keep]`: measures the
 * service against a baseline under the same conditions, prints a table, and exits with 1 if a figure misses its bar. A
 * profile is the output of Node's `--cpu-prof` for the service; `--check` and `--keep` are in `check.ts`.
 */
import { availableParallelism, loadavg } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { against } from './against.ts';
import { BenchWorld } from './bench-world.ts';
import { busyNeighbours } from './busy-neighbours.ts';
import { checkPrices, keepPrices } from './check.ts';
import { compressedAnswers } from './compressed-answers.ts';
import { dashboardList } from './dashboard-list.ts';
import { lookForDueJobs } from './due-jobs.ts';
import { type Figure, figureTable } from './figure.ts';
import { growth } from './growth.ts';
import { hugeCells, stalledReaders, starvedSql } from './hostile.ts';
import { largeCsv, largeJson, largeSql } from './large-exports.ts';
import { nextRuns } from './next-run.ts';
import { oneRequest } from './one-request.ts';
import { pipelining } from './pipelining.ts';
import { platformOverhead } from './platform-overhead.ts';
import { platformReplicas } from './platform-replicas.ts';
import { platformLimits, platformMemory } from './platform-sources.ts';
import { preview } from './preview.ts';
import { profile } from './profile.ts';
import { s3Uploads } from './s3-uploads.ts';
import { serverMemory } from './server-memory.ts';
import { smallCsv, smallJson, smallSql } from './small-exports.ts';
import { watchStolenTime } from './stolen-time.ts';
import { upload } from './upload.ts';
import { usage } from './usage.ts';

type Measurement = [name: string, measure: (world: BenchWorld) => Promise<Figure[]>];

const measurements: Readonly<Record<string, Measurement[1]>> = {
  'small-csv': smallCsv,
  'small-json': smallJson,
  'small-sql': smallSql,
  usage,
  's3-uploads': s3Uploads,
  'large-csv': largeCsv,
  'large-json': largeJson,
  'large-sql': largeSql,
  preview,
  profile,
  memory: serverMemory,
  compressed: compressedAnswers,
  'busy-neighbours': busyNeighbours,
  'hostile-cells': hugeCells,
  'hostile-readers': stalledReaders,
  'hostile-sql': starvedSql,
  'hostile-request': oneRequest,
  'hostile-pipelining': pipelining,
  upload,
  growth,
  'dashboard-list': dashboardList,
  'next-run': nextRuns,
  'due-jobs': lookForDueJobs,
  'platform-limits': platformLimits,
  'platform-replicas': platformReplicas,
  'platform-overhead': platformOverhead,
  'platform-memory': platformMemory,
};

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    quick: { type: 'boolean' },
    profile: { type: 'string' },
    against: { type: 'string' },
    check: { type: 'boolean' },
    keep: { type: 'boolean' },
  },
});
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));
process.exitCode = await run(chosenBy(), values.quick === true, values.profile);

function chosenBy(): Measurement[] {
  const { only = [''], against: checkout, check, keep } = values;
  if (checkout !== undefined) return [['against', (world) => against(world, resolve(checkout))]];
  if (keep) return [['prices of small hits', keepPrices]];
  return check ? [['prices of small hits', checkPrices]] : measurementsNamed(only);
}

async function run(
  chosen: readonly Measurement[],
  quick: boolean,
  profileFolder: string | undefined,
): Promise<number> {
  if (chosen.length === 0) {
    process.stderr.write(`--only takes one of: ${Object.keys(measurements).join(', ')}, or how it begins\n`);
    return 1;
  }
  await using world = await BenchWorld.open({ quick, profileFolder });
  const figures: Figure[] = [];
  const before = loadavg()[0] ?? 0;
  const stolen = watchStolenTime();
  for (const [name, measure] of chosen) {
    process.stderr.write(`measuring ${name} …\n`);
    figures.push(...(await measure(world)));
  }
  process.stdout.write(`\n${figureTable(figures)}\n\n${circumstances(before, stolen())}\n`);
  return figures.some(({ verdict }) => verdict === 'short') ? 1 : 0;
}

function measurementsNamed(only: readonly string[]): Measurement[] {
  return Object.entries(measurements).filter(([name]) => only.some((word) => name.startsWith(word)));
}

/** Includes what others used, because figures from a busy machine are unreliable. */
function circumstances(loadBefore: number, stolen: number): string {
  return `Node ${process.version}, ${availableParallelism()} cores, load average ${loadBefore.toFixed(1)} before, ${Math.round(stolen)} % of the time stolen`;
}
