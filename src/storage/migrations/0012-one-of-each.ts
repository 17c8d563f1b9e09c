/**
 * What there can be only one of, the database itself holds: one current upload of an endpoint, one invitation of an
 * address. What is counted for an account is found by an index.
 */
import { sql } from 'kysely';
import type { Db } from '../database/database.ts';

export async function oneOfEach(db: Db): Promise<void> {
  // Of two that were current after replaces at the same time, the one that the endpoint reads stays.
  await sql`update uploads set retired_at = created_at where retired_at is null and not exists (
    select 1 from endpoints where endpoints.id = uploads.endpoint_id
    and endpoints.source_settings like '%"upload":"' || uploads.id || '"%')`.execute(db);
  await db.schema
    .createIndex('uploads_current')
    .unique()
    .on('uploads')
    .column('endpoint_id')
    .where(sql.ref('retired_at'), 'is', null)
    .execute();
  await db.schema
    .createIndex('uploads_drafts')
    .on('uploads')
    .column('draft_of')
    .where('draft_of', 'is not', null)
    .execute();
  await sql`delete from invitations where exists (
    select 1 from invitations as newer where newer.email = invitations.email
    and (newer.created_at > invitations.created_at
      or (newer.created_at = invitations.created_at and newer.digest > invitations.digest)))`.execute(db);
  await db.schema.createIndex('invitations_by_email').unique().on('invitations').column('email').execute();
  await db.schema.createIndex('api_keys_by_account').on('api_keys').column('account_id').execute();
}
