/**
 * SIGKILL during migrations: several processes start at once on a database of the first schema with rows in it, and
 * are killed at any moment. Then one start is enough: the newest schema, every row there (contract 9.3).
 */
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { allMigrations } from '../../src/storage/migrations/all-migrations.ts';
import { randomNumbers } from '../support/random-numbers.ts';
import { type EngineName, endsBatch, type FaultKind, Findings } from './fault-kind.ts';
import { startFaultPostgres } from './fault-postgres.ts';
import { FaultWorld } from './fault-world.ts';
import { withRawState } from './raw-state.ts';

const processesAtOnce = 3;
const accounts = 20_000;
const newest = Math.max(...Object.keys(allMigrations).map(Number));

export function killMigrations(engine: EngineName): FaultKind {
  return async (run) => {
    await using stack = new AsyncDisposableStack();
    const postgres = engine === 'postgres' ? stack.use(await startFaultPostgres(run.postgres)) : undefined;
    const random = randomNumbers(run.seed);
    const findings = new Findings();
    /** From the start of a process to its end, not killed. */
    let takesMs = 1_000;
    for (let cycle = 1; cycle <= run.cycles; cycle++) {
      await postgres?.server.createDatabase(`cycle${cycle}`);
      const databaseUrl = postgres && `${postgres.server.url}/cycle${cycle}`;
      await using world = await FaultWorld.open(databaseUrl ? { databaseUrl } : {});
      await makeOld(world.databaseUrl);
      const started = Array.from({ length: processesAtOnce }, () => world.startCommand('account', 'list'));
      await Promise.all(
        started.map(async ({ child, ended }) => {
          await Promise.race([pause((0.3 + 2.2 * random()) * takesMs), ended]);
          child.kill('SIGKILL');
          findings.add((await ended).status === 0 ? 'finished before the kill' : 'killed');
        }),
      );
      findings.add(`left at version ${await versionOf(world.databaseUrl)}`);
      const began = performance.now();
      const { status } = await world.startCommand('endpoint', 'list', 'account1@example.com').ended;
      takesMs = 0.5 * takesMs + 0.5 * (performance.now() - began);
      if (status !== 0) findings.problem(cycle, `the next start ended with ${status}`);
      findings.problem(cycle, ...(await migrationProblems(world.databaseUrl)));
      if (endsBatch(cycle, run.cycles))
        run.say(findings.line(`kill-migrations-${engine}`, cycle, run.cycles));
    }
    return findings.result(run.cycles);
  };
}

/** As the first version of the program has left it, with accounts, their ledger and proxies. */
function makeOld(url: string): Promise<void> {
  return withRawState(url, async (db) => {
    await allMigrations[1]?.(db);
    await sql`create table schema_version (version integer not null)`.execute(db);
    await sql`insert into schema_version values (1)`.execute(db);
    const numbers = sql`with recursive numbers (n) as (
      select 1 union all select n + 1 from numbers where n < ${sql.lit(accounts)})`;
    const columns = sql`(id, email, plan, credits, held, cycle_anchor, initialised, blocked, admin, created_at, revision)`;
    const values = sql`select 'account' || n, 'account' || n || '@example.com', 'pro', 500, 0, 0, 1, 0, 0, 0, 0 from numbers`;
    await (url.startsWith('sqlite:')
      ? sql`insert into accounts ${columns} ${numbers} ${values}`
      : sql`${numbers} insert into accounts ${columns} ${values}`
    ).execute(db);
    await sql`insert into credit_entries (id, account_id, kind, amount, at)
      select 'grant' || id, id, 'grant', 500, 0 from accounts`.execute(db);
    await sql`insert into proxies (digest, id, endpoint_id, parameters, created_at)
      values ('d', 'AbCdEf0123456789012345', 'e', '{}', 7)`.execute(db);
  });
}

async function versionOf(url: string): Promise<number> {
  return withRawState(url, async (db) => {
    const row = await db.selectFrom('schema_version').select('version').executeTakeFirst();
    return row?.version ?? 0;
  });
}

function migrationProblems(url: string): Promise<string[]> {
  return withRawState(url, async (db) => {
    const { rows } = await sql<{ versions: number; version: number; accounts: number; sum: number }>`
      select (select count(*) from schema_version) as versions, (select max(version) from schema_version) as version,
        (select count(*) from accounts where credits = 500) as accounts,
        (select sum(amount) from credit_entries) as sum`.execute(db);
    const hints = await db
      .selectFrom('proxies')
      .select('hint')
      .execute()
      .catch(() => []);
    const found = JSON.stringify({ ...rows[0], hints: hints.map(({ hint }) => hint) }).replaceAll(
      /"(\d+)"/g,
      '$1',
    );
    const wanted = { versions: 1, version: newest, accounts, sum: 500 * accounts, hints: ['AbCdEf'] };
    return found === JSON.stringify(wanted) ? [] : [`after the migration ${found}`];
  });
}
