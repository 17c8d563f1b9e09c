/**
 * A connection that stops working: its owner is told once, not at every hit, in the transaction that finds it out; a
 * connection that was connected again has another version, and can stop again (contract 3.5 and 6.1).
 */

import type { AppContext } from '../app-context.ts';
import { connectionStopped } from '../mail/messages.ts';
import { firstNotice, insertMails, mailTo } from '../mail/outbox-store.ts';
import { siteLink } from '../mail/site-link.ts';
import type { Tx } from '../storage/database/database.ts';
import type { Connection } from './connection.ts';
import { changeConnection, noteConnection } from './connection-store.ts';
import { platformOf } from './platforms.ts';

/** The platform has refused to renew it: hits are refused from now on without asking the platform. */
export async function revokeConnection(
  context: AppContext,
  connection: Connection,
  reason: string,
): Promise<void> {
  await context.database.db.transaction().execute(async (transaction) => {
    const known = { problem: reason, checkedAt: context.now() };
    const isChanged = await changeConnection(transaction, connection, {
      ...connection,
      ...known,
      state: 'revoked',
    });
    if (isChanged) await warnOwner(transaction, context, connection, reason);
  });
}

/** The state stays: the platform is asked again at the next hit. */
export async function warnOfConnection(
  context: AppContext,
  connection: Connection,
  reason: string,
): Promise<void> {
  await context.database.db.transaction().execute(async (transaction) => {
    await noteConnection(transaction, connection, { problem: reason, checkedAt: context.now() });
    await warnOwner(transaction, context, connection, reason);
  });
}

async function warnOwner(
  db: Tx,
  { config, now }: AppContext,
  { id, accountId, platform, version }: Connection,
  reason: string,
): Promise<void> {
  const at = now();
  if (!(await firstNotice(db, `connection-stopped/${id}/${version}`, at))) return;
  const owner = await db
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', accountId)
    .executeTakeFirst();
  if (!owner) return;
  const link = siteLink(config, `connections/${id}`);
  const message = connectionStopped({ platform: platformOf(platform).name, reason, link });
  await insertMails(db, [mailTo({ id: accountId, email: owner.email }, message)], at);
}
