/**
 * Credits on hold as they are kept: counted per account and process, so that whoever is alive can void what a
 * crashed process has left (DESIGN section 1, "charging").
 */
import { type CompiledQuery, type Kysely, sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import type { Schema } from '../storage/schema.ts';
import {
  type CreditTask,
  entryColumns,
  mailColumns,
  type Parameter,
  type Settling,
  type StatementName,
  settleTasks,
} from './settle-tasks.ts';

type Db = Kysely<Schema>;

export type SettleTasks = (tasks: readonly CreditTask[], at: number) => Promise<boolean[]>;

/** Settles through Kysely, in a transaction of its own for each call. */
export function taskSettler(db: Db, instanceId: string): SettleTasks {
  const statements = compileStatements(db);
  return (tasks, at) =>
    db
      .transaction()
      .execute((transaction) => settleTasks(settlingIn(transaction, statements), instanceId, tasks, at));
}

function settlingIn(db: Db, statements: Record<StatementName, CompiledQuery>): Settling {
  return {
    change: async (statement, parameters) => {
      const { numAffectedRows = 0n } = await db.executeQuery({ ...statements[statement], parameters });
      return numAffectedRows > 0n;
    },
    insertEntries: (rows) => insertRows(db, 'credit_entries', entryColumns, rows),
    insertMails: (rows) => insertRows(db, 'outbox', mailColumns, rows),
  };
}

async function insertRows(
  db: Db,
  table: 'credit_entries' | 'outbox',
  columns: readonly string[],
  rows: readonly (readonly Parameter[])[],
): Promise<void> {
  const list = rows.map((row) => sql`(${sql.join(row)})`);
  await sql`insert into ${sql.table(table)} (${sql.join(columns.map((name) => sql.ref(name)))}) values ${sql.join(list)}`.execute(
    db,
  );
}

export function compileStatements(db: Db): Record<StatementName, CompiledQuery> {
  return {
    reserve: db
      .updateTable('accounts')
      .set((field) => ({ held: field('held', '+', 0) }))
      .where('id', '=', '')
      .where((field) => field(field('credits', '-', field.ref('held')), '>=', 0))
      .compile(),
    countHolds: db
      .insertInto('credit_holds')
      .values({ account_id: '', instance_id: '', held: 0 })
      .onConflict((conflict) =>
        conflict
          .columns(['account_id', 'instance_id'])
          .doUpdateSet((field) => ({ held: field('credit_holds.held', '+', 0) })),
      )
      .compile(),
    endHolds: db
      .updateTable('credit_holds')
      .set((field) => ({ held: field('held', '-', 0) }))
      .where('account_id', '=', '')
      .where('instance_id', '=', '')
      .where('held', '>=', 0)
      .compile(),
    charge: db
      .updateTable('accounts')
      .set((field) => ({ credits: field('credits', '-', 0), held: field('held', '-', 0) }))
      .where('id', '=', '')
      .where('credits', '>=', 0)
      .compile(),
    chargeAtOnce: db
      .updateTable('accounts')
      .set((field) => ({ credits: field('credits', '-', 0) }))
      .where('id', '=', '')
      .where((field) => field(field('credits', '-', field.ref('held')), '>=', 0))
      .compile(),
    unhold: db
      .updateTable('accounts')
      .set((field) => ({ held: field('held', '-', 0) }))
      .where('id', '=', '')
      .compile(),
  };
}

/** Tells the other processes that this one lives. */
export async function markAlive({ db, engine }: Database, instanceId: string): Promise<void> {
  await db
    .insertInto('instances')
    .values({ id: instanceId, seen_at: engine.now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at: engine.now }))
    .execute();
}

/** Voids what processes that have been silent for so long left on hold; answers how many credits that were. */
export async function voidAbandonedHolds({ db, engine }: Database, silentForMs: number): Promise<number> {
  const abandoned = await db
    .selectFrom('credit_holds')
    .leftJoin('instances', 'instances.id', 'credit_holds.instance_id')
    .selectAll('credit_holds')
    .where((field) =>
      field.or([
        field('instances.id', 'is', null),
        field('instances.seen_at', '<', field(engine.now, '-', silentForMs)),
      ]),
    )
    .execute();
  for (const holds of abandoned) await voidCounted(db, holds);
  return abandoned.reduce((sum, { held }) => sum + held, 0);
}

async function voidCounted(db: Db, holds: Schema['credit_holds']): Promise<void> {
  const { account_id, instance_id, held } = holds;
  await db.transaction().execute(async (transaction) => {
    const { numDeletedRows } = await transaction
      .deleteFrom('credit_holds')
      .where('account_id', '=', account_id)
      .where('instance_id', '=', instance_id)
      .where('held', '=', held)
      .executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) return;
    await transaction
      .updateTable('accounts')
      .set((field) => ({ held: field('held', '-', held) }))
      .where('id', '=', account_id)
      .execute();
  });
}

export async function leave(db: Db, instanceId: string): Promise<void> {
  await db.deleteFrom('credit_holds').where('instance_id', '=', instanceId).where('held', '=', 0).execute();
  await db.deleteFrom('instances').where('id', '=', instanceId).execute();
}
