/** Credits that an administrator gives: added to the balance of this cycle, as an entry of its own (section 2). */
import type { Transaction } from 'kysely';
import { randomId } from '../random-id.ts';
import type { Schema } from '../storage/schema.ts';
import { changeBalance } from './credit-store.ts';

/** To an account without limit nothing is added. */
export async function grantCredits(
  db: Transaction<Schema>,
  accountId: string,
  amount: number,
  at: number,
): Promise<void> {
  const change = { id: randomId(), accountId, kind: 'grant', at } as const;
  await changeBalance(db, change, (balance) => (balance === null ? null : balance + amount));
}
