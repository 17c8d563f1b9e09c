/** What people and operators have changed, entry by entry; an id begins with its time, so that ids are in order. */
import type { Db } from '../database/database.ts';

export async function audit(db: Db): Promise<void> {
  await db.schema
    .createTable('audit_entries')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('actor_id', 'text')
    .addColumn('actor', 'text', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('account_id', 'text')
    .addColumn('account', 'text')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('target_id', 'text')
    .addColumn('target', 'text')
    .addColumn('details', 'text', (column) => column.notNull())
    .addColumn('address', 'text')
    .addColumn('user_agent', 'text')
    .addColumn('times', 'integer', (column) => column.notNull())
    .execute();
  for (const column of ['actor', 'account', 'account_id', 'action'] as const) {
    await db.schema
      .createIndex(`audit_entries_by_${column}`)
      .on('audit_entries')
      .columns([column, 'id'])
      .execute();
  }
}
