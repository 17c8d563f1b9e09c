/**
 * Connections to platforms, the columns that endpoints on them need, and the state that replicas share to stay within
 * the platforms' rate limits.
 */
import type { Db } from '../database/database.ts';

export async function connections(db: Db): Promise<void> {
  await createConnectionTables(db);
  await createSharedTables(db);
  await db.schema.alterTable('endpoints').addColumn('connection_id', 'text').execute();
  await db.schema
    .alterTable('endpoints')
    .addColumn('allowed_spreadsheets', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute();
}

async function createConnectionTables(db: Db): Promise<void> {
  await db.schema
    .createTable('connections')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('platform', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('secret', 'text')
    .addColumn('expires_at', 'bigint')
    .addColumn('refreshing_until', 'bigint')
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('connections_by_account').on('connections').column('account_id').execute();
  await db.schema
    .createTable('consents')
    .addColumn('digest', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('platform', 'text', (column) => column.notNull())
    .addColumn('connection_id', 'text')
    .addColumn('verifier', 'text', (column) => column.notNull())
    .addColumn('ends_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('webhook_secrets')
    .addColumn('account_id', 'text', (column) => column.primaryKey())
    .addColumn('secret', 'text', (column) => column.notNull())
    .execute();
}

async function createSharedTables(db: Db): Promise<void> {
  await db.schema
    .createTable('pace_slots')
    .addColumn('allowance', 'text', (column) => column.notNull())
    .addColumn('slot', 'integer', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('pace_slots_key', ['allowance', 'slot'])
    .execute();
  await db.schema
    .createTable('secret_marks')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('sealed', 'text', (column) => column.notNull())
    .execute();
}
