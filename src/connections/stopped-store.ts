/**
 * A connection that stops working: its owner is told once, not at every hit, in the transaction that finds it out. When
 * its platform accepts it again, what requests got meanwhile is forgotten, its owner is told, and it can stop again
 * (contract 3.5 and 6.1).
 */

import type { AppContext } from '../app-context.ts';
import { hourMs } from '../base/durations.ts';
import { connectionStopped, connectionWorks } from '../mail/messages.ts';
import {
  type Addressee,
  firstNotice,
  hasNotice,
  insertMails,
  mailTo,
  removeNotice,
} from '../mail/outbox-store.ts';
import { siteLink } from '../mail/site-link.ts';
import type { Tx } from '../storage/database/database.ts';
import { forgetRefusals } from './accepted-store.ts';
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
  { id, accountId, platform }: Connection,
  reason: string,
): Promise<void> {
  const at = now();
  if (!(await firstNotice(db, stoppedKey(id), at))) return;
  const owner = await ownerOf(db, accountId);
  if (!owner) return;
  const link = siteLink(config, `connections/${id}`);
  const endpoints = await endpointNames(db, id);
  const message = connectionStopped({ platform: platformOf(platform).name, reason, endpoints, link });
  await insertMails(db, [mailTo(owner, message)], at);
}

/** At most once an hour, so that one that is refused now and then does not flood its owner. */
export async function noteAccepted(
  { config, database, now }: AppContext,
  { id, accountId, platform }: Pick<Connection, 'id' | 'accountId' | 'platform'>,
): Promise<void> {
  const at = now();
  await database.db.transaction().execute(async (transaction) => {
    await forgetRefusals(transaction, id, at);
    if (!(await hasNotice(transaction, stoppedKey(id)))) return;
    if (!(await firstNotice(transaction, `connection-works/${id}/${Math.floor(at / hourMs)}`, at))) return;
    if (!(await removeNotice(transaction, stoppedKey(id)))) return;
    const owner = await ownerOf(transaction, accountId);
    if (!owner) return;
    const endpoints = await endpointNames(transaction, id);
    const link = siteLink(config, `connections/${id}`);
    const message = connectionWorks({ platform: platformOf(platform).name, endpoints, link });
    await insertMails(transaction, [mailTo(owner, message)], at);
  });
}

const stoppedKey = (id: string): string => `connection-stopped/${id}`;

function ownerOf(db: Tx, id: string): Promise<Addressee | undefined> {
  return db.selectFrom('accounts').select(['id', 'email']).where('id', '=', id).executeTakeFirst();
}

const namedEndpoints = 5;

/** The first few by name; undefined when nothing uses it. */
async function endpointNames(db: Tx, connectionId: string): Promise<string | undefined> {
  const rows = await db
    .selectFrom('endpoints')
    .select('name')
    .where('connection_id', '=', connectionId)
    .orderBy('name_folded')
    .limit(namedEndpoints + 1)
    .execute();
  if (rows.length === 0) return undefined;
  const names = rows.slice(0, namedEndpoints).map(({ name }) => name);
  return rows.length > namedEndpoints ? `${names.join(', ')} and others` : names.join(', ');
}
