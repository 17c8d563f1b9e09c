/**
 * Resident memory of the service and all its processes while it answers four large exports at once: four of
 * each kind, then one of each. The largest sum counts.
 */
import { type BenchWorld, largeRows } from './bench-world.ts';
import { amount, type Figure, within } from './figure.ts';
import { groupByCategory } from './large-exports.ts';
import { peakMemory } from './process-tree.ts';
import { timedRead } from './timed-read.ts';

const limitMb = 300;

const queries = {
  csv: '',
  json_records: '?type=json_records',
  'sql GROUP BY': `?sql=${encodeURIComponent(groupByCategory((name) => name))}`,
  'sql of half the rows': `?type=json_records&sql=${encodeURIComponent('SELECT * FROM service_table WHERE quantity < 50')}`,
} as const;

export async function serverMemory(world: BenchWorld): Promise<Figure[]> {
  const { path } = await world.published(largeRows);
  await using service = await world.startService();
  const kinds = Object.entries(queries).map(([name, query]) => ({
    name: `4 x ${name}`,
    queries: new Array<string>(4).fill(query),
  }));
  const all = [...kinds, { name: 'one of each', queries: Object.values(queries) }];
  const figures: Figure[] = [];
  let largest = 0;
  for (const { name, queries } of all) {
    const reads = Promise.all(queries.map((query) => timedRead(service.url + path + query)));
    const { rssMb, pssMb } = await peakMemory(service.pid, reads);
    largest = Math.max(largest, rssMb);
    const figure = within(`memory, ${name}`, rssMb, limitMb, 'MB');
    figures.push({ ...figure, baseline: `${amount(pssMb, 'MB')} PSS`, bar: '', verdict: 'info' });
  }
  return [...figures, within('memory of 4 exports of 1M x 10 at once', largest, limitMb, 'MB RSS')];
}
