/**
 * Keeps the ledger from growing for ever: the entries of every billing cycle that ended more than 13 months ago become
 * one, with their sum. Once a day, in small portions (contract 2.5.6).
 */

import { setImmediate } from 'node:timers/promises';
import type { AppContext } from '../app-context.ts';
import { dayMs } from '../base/durations.ts';
import { isStateFailure } from '../storage/state-failure.ts';
import { foldPortion, ledgerAfter } from './fold-store.ts';
import { lastCycleEnd, monthsEarlier } from './plans/billing-cycle.ts';

const keptMonths = 13;

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
