/** Subscriptions: how they are paid, what they become at the end of their term, and which events were seen. */
import type { Db } from '../database/database.ts';

export async function billing(db: Db): Promise<void> {
  await db.schema
    .createTable('subscriptions')
    .addColumn('account_id', 'text', (column) => column.primaryKey())
    .addColumn('interval', 'text', (column) => column.notNull())
    .addColumn('paid_until', 'bigint')
    .addColumn('next_plan', 'text')
    .addColumn('next_interval', 'text')
    .addColumn('grace_ends', 'bigint')
    .addColumn('due_at', 'bigint')
    .addColumn('customer', 'text')
    .addColumn('external_id', 'text')
    .addColumn('version', 'integer', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('subscriptions_by_customer').on('subscriptions').column('customer').execute();
  await db.schema
    .createIndex('subscriptions_due')
    .on('subscriptions')
    .column('due_at')
    .where('due_at', 'is not', null)
    .execute();
  await db.schema
    .createTable('payment_events')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .execute();
}
