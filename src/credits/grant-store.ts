/** Credits that an administrator gives: added to the balance of this cycle, as an entry of its own (section 2). */
import type { AppContext } from '../app-context.ts';
import { randomId } from '../random-id.ts';
import { changeBalance } from './credit-store.ts';

/** To an account without limit nothing is added. */
export async function grantCredits(
  { database, now }: AppContext,
  accountId: string,
  amount: number,
): Promise<void> {
  const change = { id: randomId(), accountId, kind: 'grant', at: now() } as const;
  await database.db
    .transaction()
    .execute((transaction) =>
      changeBalance(transaction, change, (balance) => (balance === null ? null : balance + amount)),
    );
}
