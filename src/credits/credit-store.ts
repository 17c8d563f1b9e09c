/**
 * Balances and the ledger (sections 2 and 8). The ledger is append-only and its sum is the balance; a balance
 * changes only together with an entry.
 */
import type { Kysely, Transaction } from 'kysely';
import type { Schema } from '../storage/schema.ts';

type Db = Kysely<Schema>;

export interface CreditChange {
  readonly id: string;
  readonly accountId: string;
  readonly kind: 'grant' | 'cycle' | 'plan' | 'set' | 'added';
  readonly at: number;
}

/**
 * Sets the balance to what `target` says of the old one and writes the difference to the ledger. Charges may
 * come in between: then it is tried again on the new balance.
 */
export async function changeBalance(
  db: Transaction<Schema>,
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
