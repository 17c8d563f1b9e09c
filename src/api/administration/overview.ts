/** How the service does: requests, failures, accounts and income by day, beside the time before, and what needs a look. */
import { findAccountById } from '../../accounts/account-store.ts';
import { signUpsSince } from '../../accounts/sign-up-store.ts';
import { dayMs } from '../../base/durations.ts';
import { endpointsPage } from '../../endpoints/endpoint-list-store.ts';
import { endpointStatesOf } from '../../endpoints/endpoint-state-store.ts';
import { ServiceError } from '../../errors/errors.ts';
import type { ExportContext } from '../../export/export-context.ts';
import { incomeBefore, incomeNow } from '../../ledger/income-store.ts';
import { dayOf, firstOfDays } from '../../usage/day-sums.ts';
import { activeAccounts, daysOfService, troubledEndpoints } from '../../usage/service-usage-store.ts';
import { type Answer, type Handlers, optionalMoment, pageSize } from '../api.ts';
import { describedState, noState } from '../endpoints/described-state.ts';
import { foundEndpoints, matchingAccounts } from './search-store.ts';

const shownDays = 30;
const troubledDays = 7;
const mostTroubled = 10;

export const overviewHandlers = {
  'GET /api/administrator/overview': async ({ context }) => {
    const [days, income, incomeThen, slowest, failing] = await Promise.all([
      everyDay(context),
      incomeNow(context.database.db),
      incomeBefore(context, shownDays),
      troubledEndpoints(context, 'slowest', troubledDays, mostTroubled),
      troubledEndpoints(context, 'failing', troubledDays, mostTroubled),
    ]);
    const sum = (key: 'hits' | 'failed' | 'signUps') => ({
      now: days.slice(shownDays).reduce((all, day) => all + day[key], 0),
      before: days.slice(0, shownDays).reduce((all, day) => all + day[key], 0),
    });
    return {
      days: days.slice(shownDays),
      requests: sum('hits'),
      failures: sum('failed'),
      activeAccounts: await activeFigure(context),
      signUps: sum('signUps'),
      income: { now: income.cents, before: incomeThen?.cents ?? null },
      paying: { now: income.paying, before: incomeThen?.paying ?? null },
      slowest,
      failing,
    };
  },
  'GET /api/administrator/accounts/:id/endpoints': async ({ context, params, query }) => {
    const account = await findAccountById(context, params.id);
    if (!account) throw new ServiceError('notFound');
    const wanted = {
      ...query,
      search: '',
      sort: 'last hit',
      cycle: account.cycleEnds ?? 0,
      pageSize,
    } as const;
    const { rows, total } = await endpointsPage(context.database.db, account.id, wanted);
    const states = await endpointStatesOf(
      context,
      account,
      rows.map(({ id }) => id),
    );
    const endpoints = rows.map((row) => {
      const { state, problem } = describedState(states.get(row.id) ?? noState);
      return {
        id: row.id,
        name: row.name,
        source: row.source,
        hitsThisCycle: Number(row.hits),
        lastHitAt: optionalMoment(row.last_hit_at),
        state,
        problem: problem?.label ?? null,
      };
    });
    return { endpoints, total, pageSize };
  },
  'GET /api/administrator/search': async ({ context, query }) => {
    if (query.search === '') return { accounts: [], endpoints: [] };
    const { db } = context.database;
    const [accounts, endpoints] = await Promise.all([
      matchingAccounts(db, query.search),
      foundEndpoints(db, query.search),
    ]);
    return { accounts, endpoints };
  },
} satisfies Partial<Handlers>;

type Days = Answer<'GET /api/administrator/overview'>['days'];

/** Twice as many as are shown. */
async function everyDay(context: ExportContext): Promise<Days> {
  const now = context.now();
  const length = 2 * shownDays;
  const hits = new Map((await daysOfService(context, length)).map((day) => [day.day, day]));
  const since = Math.floor(now / dayMs) * dayMs - (length - 1) * dayMs;
  const signUps = await signUpsSince(context.database.db, since);
  return Array.from({ length }, (_, at) => {
    const day = firstOfDays(now, length - at);
    const { hits: all = 0, failed = 0, accounts = 0 } = hits.get(day) ?? {};
    return { day, hits: all, failed, accounts, signUps: signUps.get(day) ?? 0 };
  });
}

async function activeFigure(context: ExportContext): Promise<{ now: number; before: number }> {
  const now = context.now();
  const middle = firstOfDays(now, shownDays);
  return {
    now: await activeAccounts(context, middle, dayOf(now + dayMs)),
    before: await activeAccounts(context, firstOfDays(now, 2 * shownDays), middle),
  };
}
