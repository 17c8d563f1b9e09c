/**
 * Whoever signed up with an address that nobody has confirmed may not be its owner. When the owner proves it by Google,
 * every way in that was made before is gone: password, sessions, links, API keys, consents under way (contract 5.7.3).
 */
import type { Db } from '../../storage/database/database.ts';

/** Nothing happens where the address was confirmed. */
export async function endUnprovenAccess(db: Db, id: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('users')
      .set({ email_verified: 1 })
      .where('id', '=', id)
      .where('email_verified', '=', 0)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return;
    await transaction.deleteFrom('sign_in_methods').where('user_id', '=', id).execute();
    await transaction.deleteFrom('sessions').where('user_id', '=', id).execute();
    await transaction.deleteFrom('verifications').where('value', '=', id).execute();
    await transaction.deleteFrom('api_keys').where('account_id', '=', id).execute();
    await transaction.deleteFrom('consents').where('account_id', '=', id).execute();
  });
}
