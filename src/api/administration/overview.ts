/** How the service does: requests, failures, accounts and income by day, beside the time before, and what needs a look. */

import { findAccountById } from '../../accounts/account-store.ts';
import { signUpsSince } from '../../accounts/sign-up-store.ts';
import { endpointsPage } from '../../endpoints/endpoint-list-store.ts';
import { workingState } from '../../endpoints/endpoint-state.ts';
import { endpointStatesOf } from '../../endpoints/endpoint-state-store.ts';
import { ServiceError } from '../../errors/errors.ts';
import { incomeBefore, incomeNow } from '../../ledger/income-store.ts';
import { firstOfDays } from '../../usage/day-sums.ts';
import { daysOfService, troubledEndpoints } from '../../usage/service-usage-store.ts';
import { type Handlers, optionalMoment, pageSize } from '../api.ts';
import { describedState } from '../endpoints/described-state.ts';
import { foundEndpoints, matchingAccounts } from './search-store.ts';

const shownDays = 30;
const troubledDays = 7;
const mostTroubled = 10;

export const overviewHandlers = {
  'GET /api/administrator/overview': async ({ context }) => {
    const { db } = context.database;
    const days = lastDays(context.now(), 2 * shownDays);
    const service = await daysOfService(context, days);
    const signUps = await signUpsSince(db, Date.parse(days[0] ?? ''));
    const income = await incomeNow(db);
    const incomeThen = await incomeBefore(context, shownDays);
    const all = service.map(({ accountIds, ...day }) => ({
      ...day,
      accounts: accountIds.length,
      signUps: signUps.get(day.day) ?? 0,
    }));
    const figure = <Each>(of: readonly Each[], count: (part: readonly Each[]) => number) => ({
      now: count(of.slice(shownDays)),
      before: count(of.slice(0, shownDays)),
    });
    const sum = (key: 'hits' | 'failed' | 'signUps') =>
      figure(all, (part) => part.reduce((sofar, day) => sofar + day[key], 0));
    return {
      days: all.slice(shownDays),
      requests: sum('hits'),
      failures: sum('failed'),
      activeAccounts: figure(service, (part) => new Set(part.flatMap(({ accountIds }) => accountIds)).size),
      signUps: sum('signUps'),
      income: { now: income.cents, before: incomeThen?.cents ?? null },
      paying: { now: income.paying, before: incomeThen?.paying ?? null },
      ...(await troubledEndpoints(context, lastDays(context.now(), troubledDays), mostTroubled)),
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
      const { state, problem } = describedState(states.get(row.id) ?? workingState);
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

/** The last one is that of `now`. */
function lastDays(now: number, count: number): string[] {
  return Array.from({ length: count }, (_, at) => firstOfDays(now, count - at));
}
