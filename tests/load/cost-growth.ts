/**
 * What a hit costs in processor time, of the service and of its database, as endpoints, accounts and ledger grow: the
 * rows are copies of real ones, made in the database itself. The cost must not grow with them.
 */
import { type Kysely, sql } from 'kysely';
import { median } from '../../bench/figure.ts';
import { processorMs } from '../../bench/process-tree.ts';
import type { Schema } from '../../src/storage/database/schema.ts';
import { startFaultPostgres } from '../faults/fault-postgres.ts';
import { FaultWorld } from '../faults/fault-world.ts';
import { withRawState } from '../faults/raw-state.ts';
import { copyRows, type GrownTable } from '../support/copied-rows.ts';
import type { LoadFigure } from './load-figure.ts';
import { publishMix } from './load-mix.ts';
import type { LoadRun } from './load-run.ts';
import { asFastAsPossible } from './mixed-load.ts';

const bar = 1.2;
const connections = 8;
const rounds = 5;

export async function costGrowth(run: LoadRun): Promise<LoadFigure[]> {
  return [...(await growthOn('sqlite', run)), ...(await growthOn('postgres', run))];
}

interface Cost {
  readonly service: number;
  readonly database: number;
}

async function growthOn(engine: 'sqlite' | 'postgres', run: LoadRun): Promise<LoadFigure[]> {
  await using stack = new AsyncDisposableStack();
  const postgres = engine === 'postgres' ? stack.use(await startFaultPostgres(run.postgres)) : undefined;
  const world = stack.use(await FaultWorld.open(postgres ? { databaseUrl: postgres.url } : {}));
  const mix = await publishMix(world);
  const { url, pid } = await world.startReplica();
  const seconds = run.isQuick ? 1 : 5;
  const smallOnly = { ...mix, at: () => mix.at(0) };
  const measure = async (): Promise<Cost> => {
    const costs: Cost[] = [];
    for (let round = 0; round <= rounds; round++) {
      const before = [processorMs(pid), postgres ? processorMs(postgres.server.pid()) : 0];
      const { latencies } = await asFastAsPossible([url], smallOnly, connections, seconds);
      const [service = 0, database = 0] = [
        processorMs(pid) - (before[0] ?? 0),
        postgres ? processorMs(postgres.server.pid()) - (before[1] ?? 0) : 0,
      ];
      if (round > 0) costs.push({ service: service / latencies.count, database: database / latencies.count });
    }
    return {
      service: median(costs.map((cost) => cost.service)),
      database: median(costs.map((cost) => cost.database)),
    };
  };
  const grow = async (table: GrownTable, rows: number, own: readonly string[]): Promise<void> => {
    await withRawState(world.databaseUrl, async (db) => {
      await copyRows(db, table, rows, own);
      if (postgres) await settleTables(db);
    });
  };
  const figures: LoadFigure[] = [];
  const compare = (rows: string, before: Cost, after: Cost): void => {
    const row = (of: keyof Cost): LoadFigure => ({
      measure: `${engine}, ${rows}: processor time of the ${of} per hit`,
      value: after[of] / before[of],
      unit: 'x',
      atMost: bar,
      remark: `${before[of].toFixed(3)} ms, then ${after[of].toFixed(3)} ms`,
    });
    figures.push(row('service'), ...(postgres ? [row('database')] : []));
  };
  const large = run.isQuick ? 100 : 1;
  await grow('accounts', 1_000, ['id', 'email']);
  await grow('credit_entries', 1_000, ['id']);
  await grow('endpoints', 10, ['id']);
  // Compiles what is used often; it would look as if a hit got cheaper.
  await measure();
  const small = await measure();
  run.say(`${engine}: ${small.service.toFixed(3)} ms per hit at first`);
  await grow('endpoints', 100_000 / large, ['id']);
  const withEndpoints = await measure();
  compare(`endpoints 10 → ${(100_000 / large).toLocaleString('en')}`, small, withEndpoints);
  await grow('accounts', 10_000_000 / large, ['id', 'email']);
  await grow('credit_entries', 10_000_000 / large, ['id']);
  const millions = (10_000_000 / large).toLocaleString('en');
  compare(`accounts and entries 1,000 → ${millions}`, small, await measure());
  return figures;
}

/** So that PostgreSQL does not do it by itself while it is measured. */
async function settleTables(db: Kysely<Schema>): Promise<void> {
  await sql`vacuum analyze`.execute(db);
  await sql`checkpoint`.execute(db);
}
