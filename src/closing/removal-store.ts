/** What is removed of an account that was deleted, table by table, in portions (decision 054). */
import type { Db } from '../storage/database/database.ts';

export interface DueRemoval {
  readonly id: string;
  readonly email: string;
  readonly attempts: number;
}

export async function dueRemovals(db: Db, at: number, most: number): Promise<DueRemoval[]> {
  return db
    .selectFrom('closed_accounts')
    .select(['id', 'email', 'revoke_attempts as attempts'])
    .where('remove_at', '<=', at)
    .orderBy('remove_at')
    .limit(most)
    .execute();
}

/** From now on there is no way back. False when it has been brought back meanwhile. */
export async function beginRemoval(db: Db, id: string, at: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('closed_accounts')
    .set({ is_removing: 1 })
    .where('id', '=', id)
    .where('remove_at', '<=', at)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function noteRevokeAttempt(db: Db, id: string): Promise<void> {
  await db
    .updateTable('closed_accounts')
    .set((field) => ({ revoke_attempts: field('revoke_attempts', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** What an endpoint of nobody says about its source. */
export const nothing = '{}';

export async function endpointsWithData(db: Db, accountId: string, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('endpoints')
    .select('id')
    .where('account_id', '=', accountId)
    .where('source_settings', '!=', nothing)
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

/** Endpoints in the bin, of which nothing stays. */
export async function endpointsInBin(db: Db, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('bin')
    .select('id')
    .where('account_id', '=', accountId)
    .where('kind', '=', 'endpoint')
    .execute();
  return rows.map(({ id }) => id);
}

/** Its id and the digest of its token stay, so that it answers as before: 401, then 403. */
export async function stripEndpoint(db: Db, id: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('proxies').where('endpoint_id', '=', id).execute();
    await transaction.deleteFrom('export_ran_notices').where('endpoint_id', '=', id).execute();
    await transaction
      .updateTable('endpoints')
      .set((field) => ({
        name: '',
        name_folded: '',
        source_settings: nothing,
        fields: null,
        custom_parameters: '[]',
        allowed_spreadsheets: '[]',
        connection_id: null,
        description: '',
        is_public: 0,
        revision: field('revision', '+', 1),
      }))
      .where('id', '=', id)
      .execute();
  });
}

export async function uploadsOfAccount(db: Db, accountId: string, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('uploads')
    .select('id')
    .where('account_id', '=', accountId)
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

/** Runs of schedules and mails may be many: those go in portions. */
const portion = 1_000;

/** Everything that is left with a name; the ledger stays, by an id that leads to nobody. */
export async function removePersonalRows(
  db: Db,
  { id, email }: Pick<DueRemoval, 'id' | 'email'>,
): Promise<void> {
  await db.deleteFrom('jobs').where('account_id', '=', id).execute();
  await inPortions(() =>
    db
      .deleteFrom('job_runs')
      .where('id', 'in', db.selectFrom('job_runs').select('id').where('account_id', '=', id).limit(portion))
      .executeTakeFirstOrThrow(),
  );
  await inPortions(() =>
    db
      .deleteFrom('outbox')
      .where(
        'id',
        'in',
        db
          .selectFrom('outbox')
          .select('id')
          .where((field) => field.or([field('account_id', '=', id), field('recipient', '=', email)]))
          .limit(portion),
      )
      .executeTakeFirstOrThrow(),
  );
  await db.deleteFrom('bin').where('account_id', '=', id).execute();
  await db.deleteFrom('endpoint_tags').where('account_id', '=', id).execute();
  await db.deleteFrom('api_keys').where('account_id', '=', id).execute();
  await db.deleteFrom('webhook_secrets').where('account_id', '=', id).execute();
  await db.deleteFrom('mail_choices').where('account_id', '=', id).execute();
  await db.deleteFrom('account_notes').where('account_id', '=', id).execute();
  await db.deleteFrom('consents').where('account_id', '=', id).execute();
  await db.deleteFrom('subscriptions').where('account_id', '=', id).execute();
  await db.deleteFrom('invitations').where('email', '=', email).execute();
  await db.deleteFrom('verifications').where('value', '=', id).execute();
  await db.deleteFrom('sessions').where('user_id', '=', id).execute();
  await db.deleteFrom('sign_in_methods').where('user_id', '=', id).execute();
  await forgetInAuditLog(db, id);
}

const somebody = 'a deleted account';

/** That something was done stays, not by whom or to whom. */
async function forgetInAuditLog(db: Db, id: string): Promise<void> {
  await db
    .updateTable('audit_entries')
    .set({ actor: somebody, address: null, user_agent: null })
    .where('actor_id', '=', id)
    .execute();
  await db
    .updateTable('audit_entries')
    .set({ account: somebody, target: null, details: nothing, address: null, user_agent: null })
    .where('account_id', '=', id)
    .execute();
}

async function inPortions(remove: () => Promise<{ readonly numDeletedRows: bigint }>): Promise<void> {
  while ((await remove()).numDeletedRows > 0n);
}

/** The address is free from now on. */
export async function finishRemoval(db: Db, id: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('users').where('id', '=', id).execute();
    await transaction.deleteFrom('closed_accounts').where('id', '=', id).execute();
  });
}
