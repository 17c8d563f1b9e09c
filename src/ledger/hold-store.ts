/**
 * Heartbeats of the processes, and the holds of crashed ones: holds are counted per account and process, so that any
 * running process can void them (contract 8.1.5).
 */

import { countRows } from '../storage/database/count-rows.ts';
import type { Database, Db } from '../storage/database/database.ts';
import type { Schema } from '../storage/database/schema.ts';

/** Records a heartbeat of this process. */
export async function markAlive({ db, engine }: Database, instanceId: string): Promise<void> {
  await db
    .insertInto('instances')
    .values({ id: instanceId, seen_at: engine.now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at: engine.now }))
    .execute();
}

/** Voids the holds of processes without a heartbeat for `silentForMs`; returns the number of credits released. */
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

/** How many processes have had a heartbeat within `withinMs`. */
export async function countAlive({ db, engine }: Database, withinMs: number): Promise<number> {
  return countRows(
    db.selectFrom('instances').where('seen_at', '>=', (field) => field(engine.now, '-', withinMs)),
  );
}

/** Processes that are dead and have nothing on hold. */
export async function removeSilentInstances({ db, engine }: Database, silentForMs: number): Promise<void> {
  await db
    .deleteFrom('instances')
    .where('seen_at', '<', (field) => field(engine.now, '-', silentForMs))
    .where((field) =>
      field.not(
        field.exists(
          field
            .selectFrom('credit_holds')
            .select('credit_holds.account_id')
            .whereRef('credit_holds.instance_id', '=', 'instances.id')
            .where('credit_holds.held', '>', 0),
        ),
      ),
    )
    .execute();
}

/** Of a process that stops; whatever it has still on hold belongs to no answer. */
export async function deregisterInstance(db: Db, instanceId: string): Promise<void> {
  const left = await db
    .selectFrom('credit_holds')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .execute();
  for (const holds of left) await voidCounted(db, holds);
  await db.deleteFrom('instances').where('id', '=', instanceId).execute();
}
