/**
 * One answer of a million rows, compared with a minimal implementation: CSV with `createReadStream` of a file, JSON
 * with DuckDB's COPY of an in-memory table, SQL with the same statement directly on the same file.
 */
import { join } from 'node:path';
import { encodeSqlName, quoteSqlName } from '../src/table/stored/sql-names.ts';
import { sqliteFile } from '../src/table/stored/table-layout.ts';
import { startBareEngines } from './bare-engines-process.ts';
import { startBareServers } from './bare-server-process.ts';
import { type BenchWorld, largeRows } from './bench-world.ts';
import { amount, atLeast, atMost, type Figure, median, within } from './figure.ts';
import { timedRead } from './timed-read.ts';

export async function largeCsv(world: BenchWorld): Promise<Figure[]> {
  const { path, file } = await world.published(largeRows);
  await using service = await world.startService();
  await using bare = await startBareServers();
  const subject = await alternating(
    world,
    () => timedRead(service.url + path),
    () => timedRead(bare.fileUrl(file)),
  );
  const rate = ({ bytes, totalMs }: { bytes: number; totalMs: number }): number => bytes / totalMs / 1_000;
  const own = median(subject.map(([read]) => rate(read)));
  const other = median(subject.map(([, read]) => rate(read)));
  const firstByte = median(subject.map(([{ firstByteMs }]) => firstByteMs));
  return [
    atLeast(0.6, {
      work: '1M x 10, csv',
      subject: amount(own, 'MB/s'),
      baseline: `${amount(other, 'MB/s')} createReadStream`,
      ratio: own / other,
    }),
    within('1M x 10, csv, first byte', firstByte, 50, 'ms'),
  ];
}

export async function largeJson(world: BenchWorld): Promise<Figure[]> {
  const { path, file } = await world.published(largeRows);
  await using service = await world.startServiceWithoutRenderings();
  await using engines = startBareEngines();
  const target = join(world.folder, 'copied.json');
  const times = await alternating(
    world,
    async () => (await timedRead(`${service.url}${path}?type=json_records`)).totalMs,
    () => engines.time({ kind: 'copyJson', table: file, target }),
  );
  return [atMost(3, comparedTimes('1M x 10, json_records', 'DuckDB COPY', times))];
}

export async function largeSql(world: BenchWorld): Promise<Figure[]> {
  const { path, storedIn } = await world.published(largeRows);
  await using service = await world.startService();
  await using engines = startBareEngines();
  const url = `${service.url}${path}?sql=${encodeURIComponent(groupByCategory((name) => name))}`;
  const sql = groupByCategory((name) => quoteSqlName(encodeSqlName(name)));
  const times = await alternating(
    world,
    async () => (await timedRead(url)).totalMs,
    () => engines.time({ kind: 'query', file: sqliteFile(storedIn), sql }),
  );
  return [atMost(1.3, comparedTimes('1M x 10, sql GROUP BY', 'node:sqlite', times))];
}

/** Column names are encoded in the SQLite file. */
export function groupByCategory(name: (column: string) => string): string {
  const [category, total] = [name('category'), name('amount')];
  return `SELECT ${category}, COUNT(*) AS n, SUM(${total}) AS total FROM service_table GROUP BY ${category}`;
}

/** Runs each once to warm up, then alternates. */
async function alternating<Subject, Baseline>(
  { rounds }: BenchWorld,
  subject: () => Promise<Subject>,
  baseline: () => Promise<Baseline>,
): Promise<[Subject, Baseline][]> {
  await subject();
  await baseline();
  const pairs: [Subject, Baseline][] = [];
  for (let round = 0; round < rounds; round++) pairs.push([await subject(), await baseline()]);
  return pairs;
}

function comparedTimes(work: string, baselineName: string, times: readonly (readonly [number, number])[]) {
  const own = median(times.map(([subject]) => subject));
  const other = median(times.map(([, baseline]) => baseline));
  const baseline = `${amount(other, 'ms')} ${baselineName}`;
  return { work, subject: amount(own, 'ms'), baseline, ratio: own / other };
}
