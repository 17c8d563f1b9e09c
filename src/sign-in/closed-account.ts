/** Who comes back to an account that was deleted is mailed how to restore it; nobody else learns of it (decision 054). */
import { findClosed } from '../accounts/closed-account-store.ts';
import type { AppContext } from '../app-context.ts';
import { tellOfDeletion } from '../billing/close-account.ts';

/** False when the account is there. */
export async function tellIfClosed(context: AppContext, accountId: string): Promise<boolean> {
  const closed = await findClosed(context.database.db, 'id', accountId);
  if (closed) await tellOfDeletion(context, closed);
  return closed !== undefined;
}
