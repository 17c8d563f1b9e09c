/**
 * Balances and the ledger. The ledger is append-only and its sum is the balance; a balance changes only together
 * with an entry (contract 2.5.6 and 8.1.3).
 */
import type { Db, Tx } from '../storage/database/database.ts';

interface CreditChange {
  readonly id: string;
  readonly accountId: string;
  readonly kind: 'grant' | 'cycle' | 'plan' | 'set' | 'added';
  readonly at: number;
}

/**
 * Sets the balance to `target(old)` and appends the difference to the ledger. The update is a compare-and-set on the
 * old balance, retried if a concurrent charge has changed it.
 */
export async function changeBalance(
  db: Tx,
  change: CreditChange,
  target: (old: number | null) => number | null,
): Promise<void> {
  for (;;) {
    const account = await db
      .selectFrom('accounts')
      .select('credits')
      .where('id', '=', change.accountId)
      .executeTakeFirstOrThrow();
    const credits = target(account.credits);
    const { numUpdatedRows } = await db
      .updateTable('accounts')
      .set({ credits })
      .where('id', '=', change.accountId)
      .where('credits', account.credits === null ? 'is' : '=', account.credits)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) continue;
    await appendEntry(db, change, (credits ?? 0) - (account.credits ?? 0));
    return;
  }
}

async function appendEntry(db: Db, { id, accountId, kind, at }: CreditChange, amount: number): Promise<void> {
  if (amount === 0) return;
  const entry = { id, account_id: accountId, kind, amount, endpoint_id: null, at };
  await db.insertInto('credit_entries').values(entry).execute();
}
