/**
 * The first administrator: while there is none who can sign in, every start makes a key and prints a link with it; who
 * opens the link becomes the administrator, once, whichever replica is asked: the first link that is used takes all
 * with it (contract 5.7.2). The key stands in the fragment of the link, so that no log of a proxy has it.
 */
import { randomBytes } from 'node:crypto';
import type { AppContext } from '../../app-context.ts';
import { digest } from '../../base/digest.ts';
import { siteLink } from '../../mail/site-link.ts';
import type { Db } from '../../storage/database/database.ts';
import { canAdministratorSignIn, claimAdministrator } from '../administrator-store.ts';
import { localAccount } from '../local-account.ts';

/** More replicas than anybody starts at once; a process that crashed has left its own behind. */
const maxKept = 20;

interface Setup extends AsyncDisposable {
  /** Undefined when there is an administrator who can sign in. */
  readonly link: string | undefined;
}

/** The link works until the service stops, or until that of another replica is used. */
export async function openSetup({ config, database: { db }, now }: AppContext): Promise<Setup> {
  if (await canAdministratorSignIn(db)) return { link: undefined, [Symbol.asyncDispose]: async () => {} };
  const key = randomBytes(24).toString('base64url');
  await addSetupLink(db, digestOf(key), now());
  return {
    link: siteLink(config, `setup#${key}`),
    // One that is left behind by a database that is away goes with those of later starts.
    [Symbol.asyncDispose]: () => removeSetupLink(db, digestOf(key)).catch(() => {}),
  };
}

/** The local account, of which the caller is the administrator now; undefined for a key that does not work. */
export async function claimSetup(context: AppContext, key: string): Promise<string | undefined> {
  const { db } = context.database;
  if (!(await isSetupLink(db, digestOf(key)))) return undefined;
  const { id } = await localAccount(context);
  return (await useSetupLink(db, digestOf(key), id)) ? id : undefined;
}

const digestOf = (key: string): string => digest('setup', key);

async function addSetupLink(db: Db, digested: string, at: number): Promise<void> {
  await db.insertInto('setup_links').values({ digest: digested, created_at: at }).execute();
  const kept = db
    .selectFrom('setup_links')
    .select('digest')
    .orderBy('created_at', 'desc')
    .orderBy('digest')
    .limit(maxKept);
  await db.deleteFrom('setup_links').where('digest', 'not in', kept).execute();
}

async function isSetupLink(db: Db, digested: string): Promise<boolean> {
  const found = await db
    .selectFrom('setup_links')
    .select('digest')
    .where('digest', '=', digested)
    .executeTakeFirst();
  return found !== undefined;
}

async function removeSetupLink(db: Db, digested: string): Promise<void> {
  await db.deleteFrom('setup_links').where('digest', '=', digested).execute();
}

/** True once, for one of the links, while no administrator can sign in. */
async function useSetupLink(db: Db, digested: string, accountId: string): Promise<boolean> {
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
