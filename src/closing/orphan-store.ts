/** Endpoints that still have data, and belong neither to an account nor to one that is being removed. */
import type { Db } from '../storage/database/database.ts';
import { nothing } from './removal-store.ts';

const most = 1_000;

export async function endpointsOfNobody(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('endpoints')
    .leftJoin('accounts', 'accounts.id', 'endpoints.account_id')
    .leftJoin('closed_accounts', 'closed_accounts.id', 'endpoints.account_id')
    .select('endpoints.id')
    .where('accounts.id', 'is', null)
    .where('closed_accounts.id', 'is', null)
    .where('endpoints.source_settings', '!=', nothing)
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}
