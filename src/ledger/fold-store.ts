/**
 * Keeps the ledger from growing for ever: the entries of every billing cycle that ended more than 13 months ago become
 * one, once a day, in small portions. What is deleted is added to the one entry of its cycle in the same transaction, so
 * that the sum never changes, however many processes do it (contract 2.5.6).
 */

import { setImmediate } from 'node:timers/promises';
import type { AppContext } from '../app-context.ts';
import { dayMs } from '../base/durations.ts';
import type { Database, Tx } from '../storage/database/database.ts';
import { isStateFailure } from '../storage/state-failure.ts';
import { lastCycleEnd, monthsEarlier } from './plans/billing-cycle.ts';

const keptMonths = 13;
/** Entries of one transaction. */
const portion = 1_000;

/** A day that failed is tried again. */
export function ledgerCompactor(context: AppContext): () => Promise<void> {
  let doneDay: number | undefined;
  return async () => {
    const day = Math.floor(context.now() / dayMs);
    if (day === doneDay) return;
    await foldOldCycles(context);
    doneDay = day;
  };
}

/** One account whose ledger cannot be folded is left as it is. */
export async function foldOldCycles({ database, now, log }: AppContext): Promise<void> {
  const until = monthsEarlier(now(), keptMonths);
  let ledger = await ledgerAfter(database, '');
  while (ledger) {
    try {
      const before = lastCycleEnd(ledger.cycleAnchor, until);
      while (await foldPortion(database, ledger, before)) await setImmediate();
    } catch (err) {
      if (isStateFailure(err)) throw err;
      log.error({ err, account: ledger.accountId }, 'a ledger could not be compacted');
    }
    ledger = await ledgerAfter(database, ledger.accountId);
  }
}

interface Ledger {
  readonly accountId: string;
  readonly cycleAnchor: number;
}

/** The next one in the order of ids. That of a deleted account is folded by calendar months. */
async function ledgerAfter({ db }: Database, accountId: string): Promise<Ledger | undefined> {
  const row = await db
    .selectFrom('credit_entries')
    .leftJoin('accounts', 'accounts.id', 'credit_entries.account_id')
    .select(['credit_entries.account_id', 'accounts.cycle_anchor'])
    .where('credit_entries.account_id', '>', accountId)
    .orderBy('credit_entries.account_id')
    .limit(1)
    .executeTakeFirst();
  return row && { accountId: row.account_id, cycleAnchor: row.cycle_anchor ?? 0 };
}

/** Of the oldest cycle that has entries before that time; returns whether there were any. */
async function foldPortion(
  { db, engine }: Database,
  { accountId, cycleAnchor }: Ledger,
  before: number,
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const oldest = await transaction
      .selectFrom('credit_entries')
      .select(['id', 'at'])
      .where('account_id', '=', accountId)
      .where('at', '<', before)
      .where('kind', '<>', 'folded')
      .orderBy('at')
      .limit(portion)
      // Another process has those that are locked.
      .modifyEnd(engine.skipLocked)
      .execute();
    const [first] = oldest;
    if (!first) return false;
    const cycle = lastCycleEnd(cycleAnchor, first.at);
    const ids = oldest.filter(({ at }) => lastCycleEnd(cycleAnchor, at) === cycle).map(({ id }) => id);
    await moveIntoFolded(transaction, accountId, ids, cycle);
    return true;
  });
}

/** `cycle` is the beginning of the cycle. The entry has the time of the last one in it. */
async function moveIntoFolded(
  db: Tx,
  accountId: string,
  ids: readonly string[],
  cycle: number,
): Promise<void> {
  const deleted = await db
    .deleteFrom('credit_entries')
    .where('account_id', '=', accountId)
    .where('id', 'in', ids)
    .returning(['amount', 'at'])
    .execute();
  await db
    .insertInto('credit_entries')
    .values({
      account_id: accountId,
      id: `folded-${cycle}`,
      kind: 'folded',
      amount: deleted.reduce((sum, { amount }) => sum + amount, 0),
      endpoint_id: null,
      at: Math.max(cycle, ...deleted.map(({ at }) => at)),
    })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'id']).doUpdateSet((field) => ({
        amount: field('credit_entries.amount', '+', field.ref('excluded.amount')),
        at: field.ref('excluded.at'),
      })),
    )
    .execute();
}
