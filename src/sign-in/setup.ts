/**
 * The first administrator: while there is none, every start makes a key and prints a link with it; who opens the link
 * becomes the administrator, once. The key stands in the fragment of the link, so that no log of a proxy has it.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { claimAdministrator, hasAdministrator } from '../accounts/administrator-store.ts';
import type { AppContext } from '../app-context.ts';
import { digest } from '../digest.ts';

export interface Setup {
  /** Undefined when there is an administrator already. */
  readonly link: string | undefined;
  /** True once, for the right key, while there is no administrator. */
  claim(key: string, accountId: string): Promise<boolean>;
}

export async function openSetup(context: AppContext): Promise<Setup> {
  const { config, database } = context;
  const isDone = await hasAdministrator(database.db);
  const key = randomBytes(24).toString('base64url');
  return {
    link: isDone ? undefined : `${config.siteUrl.replace(/\/?$/, '/')}setup#${key}`,
    claim: async (given, accountId) => isSame(given, key) && claimAdministrator(database.db, accountId),
  };
}

function isSame(given: string, key: string): boolean {
  return timingSafeEqual(Buffer.from(digest('setup', given)), Buffer.from(digest('setup', key)));
}
