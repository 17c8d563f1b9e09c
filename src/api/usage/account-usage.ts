/** Usage of the whole account: thirty days, credits of the billing cycle, endpoints by their hits. */
import { type Account, renewalOf } from '../../accounts/account.ts';
import type { AppContext } from '../../app-context.ts';
import { readRoom } from '../../endpoints/quota-store.ts';
import { ledgerSince } from '../../ledger/ledger-store.ts';
import { cycleStart } from '../../ledger/plans/billing-cycle.ts';
import { endpointsByHits } from '../../usage/endpoints-by-hits-store.ts';
import { forecastOf, paceDays, usedUntil } from '../../usage/forecast.ts';
import { daysOfAccount } from '../../usage/usage-store.ts';
import { type Answer, type Handlers, isoMoment, optionalMoment, pageSize } from '../api.ts';
import { chartDays, everyDay } from './thirty-days.ts';

export const accountUsageHandlers = {
  'GET /api/usage': async ({ context, account }) => {
    const days = everyDay(await daysOfAccount(context, account.id, chartDays), context.now());
    const recently = days.slice(-paceDays).reduce((sum, { credits }) => sum + credits, 0);
    const { quota, used } = await readRoom(context.database.db, context.config, account.id);
    return {
      days,
      room: {
        bytes: used.bytes,
        bytesAllowed: quota.bytes,
        endpoints: used.endpoints,
        endpointsAllowed: quota.endpoints,
      },
      credits: await creditsOf(context, account, recently),
    };
  },
  'GET /api/usage/endpoints': async ({ context, account, query }) => {
    const wanted = { ...query, cycle: account.cycleEnds ?? 0, pageSize };
    const { rows, total } = await endpointsByHits(context.database.db, account.id, wanted);
    return {
      endpoints: rows.map(({ lastHitAt, ...endpoint }) => ({
        ...endpoint,
        lastHitAt: optionalMoment(lastHitAt),
      })),
      total,
      pageSize,
    };
  },
} satisfies Partial<Handlers>;

async function creditsOf(
  { database, now }: AppContext,
  account: Account,
  recently: number,
): Promise<Answer<'GET /api/usage'>['credits']> {
  const { id, credits, cycleAnchor, cycleEnds } = account;
  if (credits === null) return null;
  const since = cycleEnds === null ? null : cycleStart(cycleAnchor, cycleEnds);
  const { used, entries } = await ledgerSince(database.db, id, since ?? 0);
  const forecast = forecastOf({ ...account, used: recently }, now());
  return {
    left: credits,
    used,
    since: optionalMoment(since),
    cycleEnds: optionalMoment(cycleEnds),
    renewsAt: optionalMoment(renewalOf(account)),
    forecast: cycleEnds === null ? null : used + usedUntil(cycleEnds, forecast, now()),
    lastsUntil: optionalMoment(forecast.usedUpAt),
    entries: entries.map(({ at, ...entry }) => ({ at: isoMoment(at), ...entry })),
  };
}
