/** Mails are sent by a sender that claims them, and tried again; a notice that is given once has a row. */
import type { Db } from '../database/database.ts';

export async function mail(db: Db): Promise<void> {
  const outbox = db.schema.alterTable('outbox');
  await outbox.addColumn('account_id', 'text').execute();
  await outbox.addColumn('html', 'text').execute();
  await outbox.addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0)).execute();
  await outbox.addColumn('due_at', 'bigint').execute();
  await outbox.addColumn('claimed_until', 'bigint').execute();
  await outbox.addColumn('last_error', 'text').execute();
  await db
    .updateTable('outbox')
    .set((field) => ({ due_at: field.ref('created_at') }))
    .where('sent_at', 'is', null)
    .execute();
  await db.schema
    .createIndex('outbox_due')
    .on('outbox')
    .column('due_at')
    .where('due_at', 'is not', null)
    .execute();
  await db.schema.createIndex('outbox_created').on('outbox').column('created_at').execute();
  await db.schema.createIndex('outbox_recipient').on('outbox').columns(['recipient', 'created_at']).execute();
  await db.schema
    .createTable('notices')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('export_ran_notices')
    .addColumn('endpoint_id', 'text', (column) => column.primaryKey())
    .addColumn('mailed_at', 'bigint', (column) => column.notNull())
    .addColumn('since', 'integer', (column) => column.notNull())
    .execute();
}
