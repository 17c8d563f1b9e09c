/** Usage of the whole account: thirty days, credits of the billing cycle, endpoints by their hits. */
import type { Account } from '../accounts/account.ts';
import type { AppContext } from '../app-context.ts';
import { ledgerSince } from '../credits/ledger-store.ts';
import { cycleStart } from '../plans/billing-cycle.ts';
import { endpointsByHits } from '../usage/endpoints-by-hits-store.ts';
import { forecastOf, lastsUntil, paceDays } from '../usage/forecast.ts';
import { daysOfAccount } from '../usage/usage-store.ts';
import { type Answer, type Handler, isoMoment } from './api.ts';
import { chartDays, everyDay } from './thirty-days.ts';

const pageSize = 50;

export const showAccountUsage: Handler<'GET /api/usage'> = async ({ context, account }) => {
  const days = everyDay(await daysOfAccount(context, account.id, chartDays), context.now());
  const recently = days.slice(-paceDays).reduce((sum, { credits }) => sum + credits, 0);
  return { days, credits: await creditsOf(context, account, recently) };
};

async function creditsOf(
  { database, now }: AppContext,
  { id, credits, cycleAnchor, cycleEnds }: Account,
  recently: number,
): Promise<Answer<'GET /api/usage'>['credits']> {
  if (credits === null) return null;
  const since = cycleEnds === null ? null : cycleStart(cycleAnchor, cycleEnds);
  const { used, entries } = await ledgerSince(database.db, id, since ?? 0);
  const pace = cycleEnds === null ? null : { recently, now: now(), cycleEnds };
  const lasts = pace && lastsUntil(pace, credits);
  return {
    left: credits,
    used,
    since: since === null ? null : isoMoment(since),
    cycleEnds: cycleEnds === null ? null : isoMoment(cycleEnds),
    forecast: pace && forecastOf({ ...pace, used }),
    lastsUntil: lasts === null ? null : isoMoment(lasts),
    entries: entries.map(({ at, ...entry }) => ({ at: isoMoment(at), ...entry })),
  };
}

export const listEndpointsByHits: Handler<'GET /api/usage/endpoints'> = async (call) => {
  const { context, account, query } = call;
  const wanted = { ...query, cycle: account.cycleEnds ?? 0, pageSize };
  const { endpoints, total } = await endpointsByHits(context.database.db, account.id, wanted);
  return {
    endpoints: endpoints.map(({ lastHitAt, ...endpoint }) => ({
      ...endpoint,
      lastHitAt: lastHitAt === null ? null : isoMoment(lastHitAt),
    })),
    total,
    pageSize,
  };
};
