/**
 * What an administrator does to an account: all of it or nothing, with its entry in the audit log and a line in the log
 * of the service. Whether they may is decided within the transaction, so that of two who take each other's rights at
 * once one stays. Nobody locks themselves out (contract 3.3.3).
 */

import type { AppContext } from '../app-context.ts';
import { type Actor, accountEvent } from '../audit/audit-entry.ts';
import { recordEvents } from '../audit/audit-store.ts';
import { randomId } from '../base/random-id.ts';
import { changeRefused } from '../errors/refused-error.ts';
import { changeBalance } from '../ledger/credit-store.ts';
import type { Tx } from '../storage/database/database.ts';
import type { Account } from './account.ts';
import { requireAdministrator } from './administrator-store.ts';
import { type AccountChanges, applyChanges } from './change-account-store.ts';

/** `what` tells of the change in the log, without secrets. */
export function logAdministration(
  { log }: AppContext,
  by: Actor,
  whom: Pick<Account, 'id'>,
  what: Readonly<Record<string, unknown>>,
): void {
  log.info({ administrator: by.id, account: whom.id, ...what }, 'an administrator changed an account');
}

export async function changeByAdministrator(
  context: AppContext,
  by: Actor,
  account: Account,
  changes: AccountChanges,
): Promise<void> {
  if (account.id === by.id && changes.blocked === true)
    throw changeRefused('You cannot block your own account: another administrator can.');
  if (account.id === by.id && changes.admin === false)
    throw changeRefused('You cannot take this from your own account: another administrator can.');
  await asAdministrator(context, by, (transaction) =>
    applyChanges(transaction, context, by, account.id, changes),
  );
  logAdministration(context, by, account, { change: { ...changes } });
}

/** Added to the balance of this cycle, as an entry of its own (contract 2.5.4). */
export async function grantByAdministrator(
  context: AppContext,
  by: Actor,
  account: Account,
  { amount, reason }: { readonly amount: number; readonly reason: string },
): Promise<void> {
  if (account.credits === null) throw changeRefused('This account has no limit, and needs no credits.');
  await asAdministrator(context, by, async (transaction) => {
    const at = context.now();
    const change = { id: randomId(), accountId: account.id, kind: 'grant', at } as const;
    await changeBalance(transaction, change, (balance) => (balance === null ? null : balance + amount));
    const granted = accountEvent('account.credits-granted', account, { amount, reason });
    await recordEvents(transaction, by, [granted], at);
  });
  logAdministration(context, by, account, { granted: amount, reason });
}

async function asAdministrator(
  { database: { db, engine } }: AppContext,
  by: Actor,
  work: (transaction: Tx) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await engine.lockAdministrators(transaction);
    await requireAdministrator(transaction, by);
    await work(transaction);
  });
}
