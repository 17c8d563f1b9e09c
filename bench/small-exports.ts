/**
 * Requests per second on a small upload (100 rows x 8) over 32 keep-alive connections, compared with a bare Fastify
 * route that sends the same bytes. The bar applies to the owner with a finite number of credits, whose every hit is
 * charged durably.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import autocannon from 'autocannon';
import type { ServiceProcess } from '../tests/support/service-process.ts';
import { startBareServers } from './bare-server-process.ts';
import type { BenchWorld, Owner } from './bench-world.ts';
import { amount, atLeast, type Compared, type Figure, information, median } from './figure.ts';
import { processorMs } from './process-tree.ts';

interface SmallCase {
  readonly work: string;
  readonly query: string;
  readonly extension: 'csv' | 'json';
  readonly bar: number;
}

const statement = 'SELECT id, name, amount FROM service_table WHERE quantity > 50 ORDER BY amount DESC';

const cases = {
  'small-csv': { work: '100 x 8, csv', query: '', extension: 'csv', bar: 0.5 },
  'small-json': { work: '100 x 8, json_records', query: '?type=json_records', extension: 'json', bar: 0.3 },
  'small-sql': {
    work: '100 x 8, csv with sql',
    query: `?sql=${encodeURIComponent(statement)}`,
    extension: 'csv',
    bar: 0.1,
  },
} as const satisfies Record<string, SmallCase>;

/** By what is measured. */
export const smallQueries: Readonly<Record<string, string>> = Object.fromEntries(
  Object.values(cases).map(({ work, query }) => [work, query]),
);

export const smallCsv = (world: BenchWorld): Promise<Figure[]> => measureCase(world, cases['small-csv']);
export const smallJson = (world: BenchWorld): Promise<Figure[]> => measureCase(world, cases['small-json']);
export const smallSql = async (world: BenchWorld): Promise<Figure[]> => [
  ...(await measureCase(world, cases['small-sql'])),
  await differentStatements(world),
];

/** Concurrent equal statements share a run; this measures statements that all differ. */
async function differentStatements(world: BenchWorld): Promise<Figure> {
  await using service = await world.startService();
  const { path } = await world.published('small', 'metered');
  const requests = Array.from({ length: 1_000 }, (_, index) => ({
    path: `${path}?sql=${encodeURIComponent(`${statement} LIMIT ${index + 1}`)}`,
  }));
  const loads: Load[] = [];
  for (let round = 0; round < world.rounds; round++)
    loads.push(await load(service.url, service.pid, 3, requests));
  const work = '100 x 8, csv with 1,000 different statements';
  return { work, subject: described(loads), baseline: '', ratio: '', bar: '', verdict: 'info' };
}

export interface Load {
  readonly perSecond: number;
  readonly processorUs: number;
}

async function measureCase(world: BenchWorld, measured: SmallCase): Promise<Figure[]> {
  const { work, bar } = measured;
  const [metered, unlimited, bare] = await loadsOf(world, measured, ['metered', 'unlimited']);
  const compared = (label: string, subject: readonly Load[] = []): Compared => ({
    work: `${work}${label}`,
    subject: described(subject),
    baseline: `${described(bare ?? [])} bare Fastify`,
    ratio: median(subject.map(perSecond)) / median((bare ?? []).map(perSecond)),
  });
  return [atLeast(bar, compared('', metered)), information(compared(', owner without limit', unlimited))];
}

/** How many hits the processor time of one answer of the bare route pays for: less than one, and less noisy than rates. */
export async function smallPrices(world: BenchWorld): Promise<Record<string, number>> {
  const prices: Record<string, number> = {};
  for (const [name, measured] of Object.entries(cases)) {
    const [metered = [], bare = []] = await loadsOf(world, measured, ['metered']);
    prices[name] = median(
      metered.map(({ processorUs }, round) => (bare[round]?.processorUs ?? 0) / processorUs),
    );
  }
  return prices;
}

/** Of each owner, and of the bare route, by turns. */
async function loadsOf(
  world: BenchWorld,
  { query, extension }: SmallCase,
  owners: readonly [Owner, ...Owner[]],
): Promise<readonly (readonly Load[])[]> {
  await using service = await world.startService();
  const address = async (owner: Owner): Promise<string> =>
    `${service.url}${(await world.published('small', owner)).path}${query}`;
  const addresses = await Promise.all(owners.map(address));
  const name = `answer.${extension}`;
  await using bare = await startBareServers(await saveAnswer(world, addresses[0] ?? '', name));
  const runs = [
    ...addresses.map((url) => ({ url, pid: service.pid, loads: [] as Load[] })),
    { url: `${bare.fastifyUrl}/${name}`, pid: bare.pid, loads: [] as Load[] },
  ];
  for (const { url, pid } of runs) await load(url, pid, 2);
  for (let round = 0; round < world.rounds; round++) {
    for (const { url, pid, loads } of runs) loads.push(await load(url, pid, world.quick ? 2 : 4));
  }
  return runs.map(({ loads }) => loads);
}

const perSecond = (measured: Load): number => measured.perSecond;

function described(loads: readonly Load[]): string {
  const processor = median(loads.map(({ processorUs }) => processorUs));
  return `${Math.round(median(loads.map(perSecond))).toLocaleString('en')}/s, ${amount(processor, 'µs cpu')}`;
}

async function saveAnswer({ folder }: BenchWorld, url: string, name: string): Promise<string> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`status ${answer.status}: ${await answer.text()}`);
  const file = join(folder, name);
  await writeFile(file, await answer.bytes());
  return file;
}

export async function load(
  url: string,
  pid: ServiceProcess['pid'],
  seconds: number,
  requests?: autocannon.Request[],
): Promise<Load> {
  const before = processorMs(pid);
  const result = await autocannon({ url, connections: 32, duration: seconds, ...(requests && { requests }) });
  const { duration, non2xx, errors } = result;
  if (non2xx > 0 || errors > 0) throw new Error(`${non2xx} refused and ${errors} failed requests at ${url}`);
  const processorUs = (1_000 * (processorMs(pid) - before)) / result.requests.total;
  return { perSecond: result.requests.total / duration, processorUs };
}
