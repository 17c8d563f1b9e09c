/**
 * Whose every upload is and how much it takes in the store, for the limits of the plans; and accounts that were deleted
 * and can still be brought back. Of accounts that were deleted before, what is left goes a week after this.
 */
import { sql } from 'kysely';
import type { Db } from '../database/database.ts';

const weekMs = 7 * 24 * 60 * 60 * 1_000;

export async function endsOfAccounts(db: Db): Promise<void> {
  await db.schema.alterTable('uploads').addColumn('account_id', 'text').execute();
  await db.schema
    .alterTable('uploads')
    .addColumn('stored_bytes', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  // What they take was not noted: their own size is a little less.
  await sql`update uploads set stored_bytes = bytes, account_id = coalesce(draft_of,
    (select account_id from endpoints where endpoints.id = uploads.endpoint_id))`.execute(db);
  await db.schema.createIndex('uploads_by_account').on('uploads').column('account_id').execute();
  await db.schema
    .createTable('closed_accounts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('account', 'text', (column) => column.notNull())
    .addColumn('jobs', 'text', (column) => column.notNull())
    .addColumn('closed_by', 'text', (column) => column.notNull())
    .addColumn('closed_at', 'bigint', (column) => column.notNull())
    .addColumn('remove_at', 'bigint', (column) => column.notNull())
    .addColumn('is_removing', 'integer', (column) => column.notNull())
    .addColumn('revoke_attempts', 'integer', (column) => column.notNull())
    .addColumn('restore_digest', 'text')
    .execute();
  await db.schema.createIndex('closed_accounts_by_email').on('closed_accounts').column('email').execute();
  const now = Date.now();
  await sql`insert into closed_accounts
    (id, email, account, jobs, closed_by, closed_at, remove_at, is_removing, revoke_attempts)
    select distinct endpoints.account_id, '', '', '[]', 'owner', cast(${now} as bigint), cast(${now + weekMs} as bigint), 0, 0
    from endpoints left join accounts on accounts.id = endpoints.account_id where accounts.id is null`.execute(
    db,
  );
}
