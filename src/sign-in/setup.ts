/**
 * The first administrator: while there is none who can sign in, every start makes a key and prints a link with it; who
 * opens the link becomes the administrator, once. The key stands in the fragment of the link, so that no log of a proxy
 * has it.
 */
import { randomBytes } from 'node:crypto';
import { canAdministratorSignIn, claimAdministrator } from '../accounts/administrator-store.ts';
import type { AppContext } from '../app-context.ts';
import { digest, sameDigest } from '../digest.ts';
import { siteLink } from '../mail/site-link.ts';

export interface Setup {
  /** Undefined when there is an administrator who can sign in. */
  readonly link: string | undefined;
  /** True once, for the right key, while there is no such administrator. */
  claim(key: string, accountId: string): Promise<boolean>;
}

export async function openSetup({ config, database: { db } }: AppContext): Promise<Setup> {
  const isDone = await canAdministratorSignIn(db);
  const key = randomBytes(24).toString('base64url');
  let isUsed = false;
  return {
    link: isDone ? undefined : siteLink(config, `setup#${key}`),
    claim: async (given, accountId) => {
      if (isUsed || !sameDigest(digest('setup', given), digest('setup', key))) return false;
      isUsed = true;
      try {
        return await claimAdministrator(db, accountId);
      } catch (error) {
        isUsed = false;
        throw error;
      }
    },
  };
}
