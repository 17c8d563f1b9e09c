/** For who runs the service: a note on an account, and the income of each day. */
import type { Db } from '../database/database.ts';

export async function ownersConsole(db: Db): Promise<void> {
  await db.schema
    .createTable('account_notes')
    .addColumn('account_id', 'text', (column) => column.primaryKey())
    .addColumn('note', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('income_days')
    .addColumn('day', 'text', (column) => column.primaryKey())
    .addColumn('cents', 'bigint', (column) => column.notNull())
    .addColumn('paying', 'integer', (column) => column.notNull())
    .execute();
}
