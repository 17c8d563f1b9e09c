/** What paid subscriptions bring in a month, kept once a day so that its change can be seen; custom plans have no price. */
import type { AppContext } from '../app-context.ts';
import { dayMs } from '../base/durations.ts';
import { dayOf } from '../base/utc-day.ts';
import type { Db } from '../storage/database/database.ts';
import { centsOf, isPlanName } from './plans/plans.ts';

export interface Income {
  /** In a month. */
  readonly cents: number;
  /** Accounts. */
  readonly paying: number;
}

export async function incomeNow(db: Db): Promise<Income> {
  const rows = await db
    .selectFrom('subscriptions')
    .innerJoin('accounts', 'accounts.id', 'subscriptions.account_id')
    .select(['accounts.plan', 'subscriptions.interval'])
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('subscriptions.external_id', 'is not', null)
    .where('accounts.cycle_ends', 'is not', null)
    .groupBy(['accounts.plan', 'subscriptions.interval'])
    .execute();
  const parts = rows.map(({ plan, interval, count }) => {
    const isAnnual = interval === 'annual';
    const cents = isPlanName(plan) ? (centsOf(plan, isAnnual ? 'annual' : 'monthly') ?? 0) : 0;
    return { cents: (Number(count) * cents) / (isAnnual ? 12 : 1), paying: Number(count) };
  });
  return {
    cents: Math.round(parts.reduce((sum, { cents }) => sum + cents, 0)),
    paying: parts.reduce((sum, { paying }) => sum + paying, 0),
  };
}

/** The last of a day is kept. */
export async function noteIncome({ database: { db }, now }: AppContext): Promise<void> {
  const { cents, paying } = await incomeNow(db);
  await db
    .insertInto('income_days')
    .values({ day: dayOf(now()), cents, paying })
    .onConflict((conflict) => conflict.column('day').doUpdateSet({ cents, paying }))
    .execute();
}

/** Of the last day that was kept so many days ago or earlier; undefined: nobody knows. */
export async function incomeBefore(
  { database: { db }, now }: AppContext,
  days: number,
): Promise<Income | undefined> {
  const row = await db
    .selectFrom('income_days')
    .select(['cents', 'paying'])
    .where('day', '<=', dayOf(now() - days * dayMs))
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && { cents: Number(row.cents), paying: Number(row.paying) };
}
