/**
 * Who may sign in: a user for every account with the same id, the ways in which one signs in (password, Google),
 * sessions, pending verifications and invitations. Dates are texts in ISO form, as the library for sign-in writes them
 * on every engine.
 */
import { sql } from 'kysely';
import type { Db } from '../database/database.ts';

export async function signIn(db: Db): Promise<void> {
  await createTables(db);
  await addExisting(db);
  await db.schema.alterTable('accounts').dropColumn('password_hash').execute();
  await db.schema.alterTable('uploads').addColumn('draft_of', 'text').execute();
  await addPublicPages(db);
  await addConnectionColumns(db);
}

/** What the public page of an endpoint shows, and whether there is one: off by default. */
async function addPublicPages(db: Db): Promise<void> {
  const endpoints = db.schema.alterTable('endpoints');
  await endpoints.addColumn('description', 'text', (column) => column.notNull().defaultTo('')).execute();
  await endpoints.addColumn('is_public', 'integer', (column) => column.notNull().defaultTo(0)).execute();
}

/** What the dashboard tells of a connection, and of a consent that was begun there. */
async function addConnectionColumns(db: Db): Promise<void> {
  await db.schema.alterTable('connections').addColumn('account_name', 'text').execute();
  await db.schema.alterTable('connections').addColumn('checked_at', 'bigint').execute();
  await db.schema.alterTable('connections').addColumn('problem', 'text').execute();
  await db.schema
    .alterTable('consents')
    .addColumn('needs_session', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable('consents').addColumn('outcome', 'text').execute();
  await db.schema.alterTable('consents').addColumn('problem', 'text').execute();
}

async function createTables(db: Db): Promise<void> {
  await db.schema
    .createTable('users')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('email_verified', 'integer', (column) => column.notNull())
    .addColumn('image', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('sign_in_methods')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('provider_user_id', 'text', (column) => column.notNull())
    .addColumn('password', 'text')
    .addColumn('access_token', 'text')
    .addColumn('refresh_token', 'text')
    .addColumn('id_token', 'text')
    .addColumn('access_token_expires_at', 'text')
    .addColumn('refresh_token_expires_at', 'text')
    .addColumn('scope', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('sign_in_methods_by_user').on('sign_in_methods').column('user_id').execute();
  await db.schema
    .createTable('sessions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('token', 'text', (column) => column.notNull().unique())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addColumn('ip_address', 'text')
    .addColumn('user_agent', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('sessions_by_user').on('sessions').column('user_id').execute();
  await db.schema
    .createTable('verifications')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('identifier', 'text', (column) => column.notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('verifications_by_identifier')
    .on('verifications')
    .column('identifier')
    .execute();
  await db.schema
    .createTable('attempts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('key', 'text', (column) => column.notNull().unique())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('last_request', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('invitations')
    .addColumn('digest', 'text', (column) => column.primaryKey())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('ends_at', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
}

/** Accounts of before, with their passwords. */
async function addExisting(db: Db): Promise<void> {
  const since = sql.lit('2026-01-01T00:00:00.000Z');
  await sql`insert into users (id, name, email, email_verified, created_at, updated_at)
    select id, email, email, 1, ${since}, ${since} from accounts`.execute(db);
  await sql`insert into sign_in_methods (id, user_id, provider, provider_user_id, password, created_at, updated_at)
    select id, id, 'credential', id, password_hash, ${since}, ${since}
    from accounts where password_hash is not null`.execute(db);
}
