/**
 * Requests per second on a small upload (100 rows x 8) over 32 keep-alive connections, against a bare Fastify
 * route that answers the same bytes. The owner with a finite number of credits decides: each of those hits is
 * reserved and charged durably.
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

export const smallCsv = (world: BenchWorld): Promise<Figure[]> => measureCase(world, cases['small-csv']);
export const smallJson = (world: BenchWorld): Promise<Figure[]> => measureCase(world, cases['small-json']);
export const smallSql = (world: BenchWorld): Promise<Figure[]> => measureCase(world, cases['small-sql']);

interface Load {
  readonly perSecond: number;
  readonly processorUs: number;
}

async function measureCase(world: BenchWorld, { work, query, extension, bar }: SmallCase): Promise<Figure[]> {
  await using service = await world.startService();
  const address = async (owner: Owner): Promise<string> =>
    `${service.url}${(await world.published('small', owner)).path}${query}`;
  const metered = await address('metered');
  const unlimited = await address('unlimited');
  const name = `answer.${extension}`;
  await using bare = await startBareServers(await saveAnswer(world, metered, name));
  const runs = [
    { url: metered, pid: service.pid, loads: [] as Load[] },
    { url: unlimited, pid: service.pid, loads: [] as Load[] },
    { url: `${bare.fastifyUrl}/${name}`, pid: bare.pid, loads: [] as Load[] },
  ] as const;
  for (const { url, pid } of runs) await load(url, pid, 2);
  for (let round = 0; round < world.rounds; round++) {
    for (const { url, pid, loads } of runs) loads.push(await load(url, pid, world.quick ? 2 : 4));
  }
  const compared = (label: string, subject: readonly Load[]): Compared => ({
    work: `${work}${label}`,
    subject: described(subject),
    baseline: `${described(runs[2].loads)} bare Fastify`,
    ratio: median(subject.map(perSecond)) / median(runs[2].loads.map(perSecond)),
  });
  return [
    atLeast(bar, compared('', runs[0].loads)),
    information(compared(', owner without limit', runs[1].loads)),
  ];
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

async function load(url: string, pid: ServiceProcess['pid'], seconds: number): Promise<Load> {
  const before = processorMs(pid);
  const { requests, duration, non2xx, errors } = await autocannon({
    url,
    connections: 32,
    duration: seconds,
  });
  if (non2xx > 0 || errors > 0) throw new Error(`${non2xx} refused and ${errors} failed requests at ${url}`);
  const processorUs = (1_000 * (processorMs(pid) - before)) / requests.total;
  return { perSecond: requests.total / duration, processorUs };
}
