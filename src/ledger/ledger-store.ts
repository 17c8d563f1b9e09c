/** What has changed the balance of an account since a moment: credits of hits summed, everything else by itself. */
import type { Db } from '../storage/database/database.ts';

interface LedgerSince {
  /** Credits that hits have used, less those that were given back. */
  readonly used: number;
  /** Grants and adjustments, the newest first. */
  readonly entries: readonly { readonly at: number; readonly kind: string; readonly amount: number }[];
}

const maxEntries = 50;
const kindsOfHits = ['hit', 'refund'];

export async function ledgerSince(db: Db, accountId: string, since: number): Promise<LedgerSince> {
  const ofAccount = db
    .selectFrom('credit_entries')
    .where('account_id', '=', accountId)
    .where('at', '>=', since);
  const { sum } = await ofAccount
    .where('kind', 'in', kindsOfHits)
    .select(({ fn }) => fn.sum<number | string | null>('amount').as('sum'))
    .executeTakeFirstOrThrow();
  const entries = await ofAccount
    .where('kind', 'not in', kindsOfHits)
    .select(['at', 'kind', 'amount'])
    .orderBy('at', 'desc')
    .orderBy('id')
    .limit(maxEntries)
    .execute();
  return { used: 0 - Number(sum ?? 0), entries };
}
