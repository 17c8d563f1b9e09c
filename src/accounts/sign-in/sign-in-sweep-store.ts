/** What sign-in leaves behind goes when it is over: sessions, links, counted attempts, invitations (contract 5.7). */

import type { AppContext } from '../../app-context.ts';
import { hourMs } from '../../base/durations.ts';
import { removeOldInvitations } from './invitation-store.ts';

const attemptsKeptMs = hourMs;

export async function removeOldSignIns({ database: { db }, now }: AppContext): Promise<void> {
  const at = now();
  const moment = new Date(at).toISOString();
  await db.deleteFrom('sessions').where('expires_at', '<=', moment).execute();
  await db.deleteFrom('verifications').where('expires_at', '<=', moment).execute();
  await db
    .deleteFrom('attempts')
    .where('last_request', '<', at - attemptsKeptMs)
    .execute();
  await removeOldInvitations(db, at);
}
