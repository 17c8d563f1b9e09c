/** Credits that an administrator gives: added to the balance of this cycle, as an entry of its own (contract 2.5.4). */

import { randomId } from '../base/random-id.ts';
import type { Tx } from '../storage/database/database.ts';
import { changeBalance } from './credit-store.ts';

/** To an account without limit nothing is added. */
export async function grantCredits(db: Tx, accountId: string, amount: number, at: number): Promise<void> {
  const change = { id: randomId(), accountId, kind: 'grant', at } as const;
  await changeBalance(db, change, (balance) => (balance === null ? null : balance + amount));
}
