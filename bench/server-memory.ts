/**
 * Resident memory of the service and all its processes during four concurrent large exports: four of each kind that
 * has a bar, of which the highest total counts, and others for information. The statements differ, because equal ones
 * would share a run.
 */
import { type BenchWorld, largeRows } from './bench-world.ts';
import { amount, type Figure, within } from './figure.ts';
import { groupByCategory } from './large-exports.ts';
import { peakMemory } from './process-tree.ts';
import { timedRead } from './timed-read.ts';

const limitMb = 300;

type Query = (index: number) => string;

const grouped = groupByCategory((name) => name);
const half = 'SELECT * FROM service_table WHERE quantity < 50';
const withSql =
  (sql: string, more = ''): Query =>
  (index) =>
    `?sql=${encodeURIComponent(`${sql} -- ${index}`)}${more}`;

const gzip = { 'accept-encoding': 'gzip' };

const decisive: Readonly<Record<string, Query>> = {
  csv: () => '',
  json_records: () => '?type=json_records',
  'sql GROUP BY': withSql(grouped),
};
const others: Readonly<Record<string, Query>> = {
  'sql of half the rows': withSql(half, '&type=json_records'),
};

export async function serverMemory(world: BenchWorld): Promise<Figure[]> {
  const { path } = await world.published(largeRows);
  await using service = await world.startServiceWithoutRenderings();
  const figures: Figure[] = [];
  const measure = async (name: string, queries: readonly string[], headers = {}): Promise<number> => {
    const reads = Promise.all(queries.map((query) => timedRead(service.url + path + query, headers)));
    const { rssMb, pssMb } = await peakMemory(service.pid, reads);
    const figure = within(`memory, ${name}`, rssMb, limitMb, 'MB');
    figures.push({ ...figure, baseline: `${amount(pssMb, 'MB')} PSS`, bar: '', verdict: 'info' });
    return rssMb;
  };
  let largest = 0;
  for (const [name, query] of Object.entries(decisive)) {
    largest = Math.max(largest, await measure(`4 x ${name}`, [0, 1, 2, 3].map(query)));
    largest = Math.max(largest, await measure(`4 x ${name}, gzip`, [0, 1, 2, 3].map(query), gzip));
  }
  for (const [name, query] of Object.entries(others)) await measure(`4 x ${name}`, [0, 1, 2, 3].map(query));
  await measure(
    'one of each',
    Object.values({ ...decisive, ...others }).map((query) => query(0)),
  );
  return [...figures, within('memory of 4 exports of 1M x 10 at once', largest, limitMb, 'MB RSS')];
}
