/**
 * The first administrator: while there is none who can sign in, every start makes a key and prints a link with it; who
 * opens the link becomes the administrator, once, whichever replica is asked. The key stands in the fragment of the
 * link, so that no log of a proxy has it.
 */
import { randomBytes } from 'node:crypto';
import type { AppContext } from '../../app-context.ts';
import { digest } from '../../base/digest.ts';
import { siteLink } from '../../mail/site-link.ts';
import { canAdministratorSignIn } from '../administrator-store.ts';
import { localAccount } from '../local-account.ts';
import { addSetupLink, isSetupLink, removeSetupLink, useSetupLink } from './setup-link-store.ts';

export interface Setup extends AsyncDisposable {
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
