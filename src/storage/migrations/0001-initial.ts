/**
 * The first schema. Owners are not foreign keys, because the endpoints of a deleted account remain and respond with
 * `User ID not found`.
 */
import type { Db } from '../database/database.ts';

export async function initial(db: Db): Promise<void> {
  await createAccountTables(db);
  await createCreditTables(db);
  await createEndpointTables(db);
  await db.schema
    .createTable('outbox')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('recipient', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('sent_at', 'bigint')
    .execute();
}

async function createAccountTables(db: Db): Promise<void> {
  await db.schema
    .createTable('accounts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('plan', 'text', (column) => column.notNull())
    .addColumn('allocation', 'integer')
    .addColumn('credits', 'integer')
    .addColumn('held', 'integer', (column) => column.notNull())
    .addColumn('cycle_anchor', 'bigint', (column) => column.notNull())
    .addColumn('cycle_ends', 'bigint')
    .addColumn('subscription_ends', 'bigint')
    .addColumn('initialised', 'integer', (column) => column.notNull())
    .addColumn('blocked', 'integer', (column) => column.notNull())
    .addColumn('admin', 'integer', (column) => column.notNull())
    .addColumn('password_hash', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('trials')
    .addColumn('email_digest', 'text', (column) => column.primaryKey())
    .addColumn('granted_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('api_keys')
    .addColumn('digest', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('hint', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
}

async function createCreditTables(db: Db): Promise<void> {
  await db.schema
    .createTable('credit_entries')
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('amount', 'integer', (column) => column.notNull())
    .addColumn('endpoint_id', 'text')
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('credit_entries_key', ['account_id', 'id'])
    .execute();
  await db.schema
    .createTable('instances')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('seen_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('credit_holds')
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('instance_id', 'text', (column) => column.notNull())
    .addColumn('held', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('credit_holds_key', ['account_id', 'instance_id'])
    .execute();
}

async function createEndpointTables(db: Db): Promise<void> {
  await db.schema
    .createTable('endpoints')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('source_settings', 'text', (column) => column.notNull())
    .addColumn('fields', 'text')
    .addColumn('token_digest', 'text')
    .addColumn('custom_parameters', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('endpoints_by_account').on('endpoints').column('account_id').execute();
  await db.schema
    .createTable('proxies')
    .addColumn('digest', 'text', (column) => column.primaryKey())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('endpoint_id', 'text', (column) => column.notNull())
    .addColumn('parameters', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('proxies_by_endpoint').on('proxies').column('endpoint_id').execute();
  await db.schema
    .createTable('uploads')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('endpoint_id', 'text', (column) => column.notNull())
    .addColumn('file_name', 'text', (column) => column.notNull())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .addColumn('rows', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('retired_at', 'bigint')
    .execute();
}
