/**
 * The links that make the first administrator: every process adds its own and takes it away when it stops; the first
 * that is used takes all with it (contract 5.7.2).
 */

import type { Db } from '../../storage/database/database.ts';
import { claimAdministrator } from '../administrator-store.ts';

/** More replicas than anybody starts at once; a process that crashed has left its own behind. */
const maxKept = 20;

export async function addSetupLink(db: Db, digested: string, at: number): Promise<void> {
  await db.insertInto('setup_links').values({ digest: digested, created_at: at }).execute();
  const kept = db
    .selectFrom('setup_links')
    .select('digest')
    .orderBy('created_at', 'desc')
    .orderBy('digest')
    .limit(maxKept);
  await db.deleteFrom('setup_links').where('digest', 'not in', kept).execute();
}

export async function isSetupLink(db: Db, digested: string): Promise<boolean> {
  const found = await db
    .selectFrom('setup_links')
    .select('digest')
    .where('digest', '=', digested)
    .executeTakeFirst();
  return found !== undefined;
}

export async function removeSetupLink(db: Db, digested: string): Promise<void> {
  await db.deleteFrom('setup_links').where('digest', '=', digested).execute();
}

/** True once, for one of the links, while no administrator can sign in. */
export async function useSetupLink(db: Db, digested: string, accountId: string): Promise<boolean> {
  return db
    .transaction()
    .execute(async (transaction) => {
      // Locks the account: of two who come at once with two links, the second finds none any more.
      if (!(await claimAdministrator(transaction, accountId))) return false;
      if (await isSetupLink(transaction, digested)) {
        await transaction.deleteFrom('setup_links').execute();
        return true;
      }
      throw new LinkUsedError();
    })
    .catch((error: unknown) => {
      if (error instanceof LinkUsedError) return false;
      throw error;
    });
}

/** Takes the claim back. */
class LinkUsedError extends Error {}
