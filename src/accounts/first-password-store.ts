/**
 * The first password of an account that had none, and with it the address of the local one: from then on its owner can
 * sign in again (contract 5.7). Address of account and user change together.
 */

import type { AppContext } from '../app-context.ts';
import { foldedText } from '../base/folded-text.ts';
import { changeRefused } from '../errors/refused-error.ts';
import type { Tx } from '../storage/database/database.ts';
import type { Account } from './account.ts';
import { normalEmail } from './account-store.ts';
import { localAddress } from './local-account.ts';
import { markLocalAccount } from './local-account-store.ts';
import { hashPassword } from './password.ts';
import { hasPassword, insertPassword } from './user-store.ts';

export async function setFirstPassword(
  { database, now }: AppContext,
  { id, email: oldAddress }: Account,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<void> {
  const address = normalEmail(email);
  const passwordHash = await hashPassword(password);
  await database.db.transaction().execute(async (transaction) => {
    if (await hasPassword(transaction, id))
      throw changeRefused('The account has a password already: change it instead.');
    if (address !== oldAddress) {
      if (oldAddress !== localAddress) throw changeRefused('The address of this account cannot be changed.');
      await changeAddress(transaction, id, address, now());
    }
    await insertPassword(transaction, { id, passwordHash, at: now() });
  });
}

async function changeAddress(db: Tx, id: string, email: string, at: number): Promise<void> {
  const taken = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
  if (taken) throw changeRefused(`There is already an account ${email}.`);
  await markLocalAccount(db, id, at);
  await db
    .updateTable('users')
    .set({ email, name: email, updated_at: new Date(at).toISOString() })
    .where('id', '=', id)
    .execute();
  await db
    .updateTable('accounts')
    .set((field) => ({ email, email_folded: foldedText(email), revision: field('revision', '+', 1) }))
    .where('id', '=', id)
    .execute();
}
