/**
 * A link to choose a new password, made by an administrator and handed on by them: the same that the library for
 * sign-in mails, in its own table, of which only a digest is kept (contract 5.7.4).
 */

import { hash } from 'node:crypto';
import type { AppContext } from '../../app-context.ts';
import { dayMs } from '../../base/durations.ts';
import { randomId } from '../../base/random-id.ts';
import { siteLink } from '../../mail/site-link.ts';
import type { Db } from '../../storage/database/database.ts';

/** Longer than that of a mail, as it is handed on by hand. */
const goodForMs = dayMs;

export async function addResetLink(
  { config, database, now }: AppContext,
  accountId: string,
): Promise<{ readonly url: string; readonly endsAt: number }> {
  const token = randomId();
  const endsAt = now() + goodForMs;
  const made = new Date(now()).toISOString();
  await endResetLinks(database.db, accountId);
  await database.db
    .insertInto('verifications')
    .values({
      id: randomId(),
      identifier: identifierOf(token),
      value: accountId,
      expires_at: new Date(endsAt).toISOString(),
      created_at: made,
      updated_at: made,
    })
    .execute();
  return { url: siteLink(config, `reset-password#${token}`), endsAt };
}

/** All but the newest: one that was used or replaced takes the others with it. */
export async function endResetLinks(db: Db, accountId: string, newest = ''): Promise<void> {
  await db
    .deleteFrom('verifications')
    .where('value', '=', accountId)
    .where('identifier', '!=', newest)
    .execute();
}

/** As `storeIdentifier: 'hashed'` in auth.ts has it. */
export function identifierOf(token: string): string {
  return hash('sha256', `reset-password:${token}`, 'base64url');
}
