/** Usage of one endpoint: thirty days, totals, and the log of its hits. */

import { allErrors, type ErrorKey, helpAddress } from '../../errors/errors.ts';
import { hitLog } from '../../usage/hit-log-store.ts';
import { changesTold } from '../../usage/problem-words.ts';
import { daysOfEndpoint, totalsOfEndpoint } from '../../usage/usage-store.ts';
import { type Handlers, isoMoment, optionalMoment, pageSize } from '../api.ts';
import { ownEndpoint } from '../own-objects.ts';
import { chartDays, everyDay } from './thirty-days.ts';

export const endpointUsageHandlers = {
  'GET /api/endpoints/:id/usage': async ({ context, account, params }) => {
    const { id } = await ownEndpoint(context, account, params);
    const { lastHitAt, hitsThisCycle } = await totalsOfEndpoint(context, id);
    const recorded = await daysOfEndpoint(context, id, chartDays);
    return {
      lastHitAt: optionalMoment(lastHitAt),
      hitsThisCycle,
      days: everyDay(recorded, context.now()),
    };
  },
  'GET /api/endpoints/:id/hits': async ({ context, account, params, query }) => {
    const { id } = await ownEndpoint(context, account, params);
    const statusClass = query.status === 'all' ? undefined : query.status;
    const page = await hitLog(context.database.db, id, { statusClass, before: query.before, pageSize });
    return {
      hits: page.hits.map(({ at, error, data, ...hit }) => ({
        ...hit,
        at: isoMoment(at),
        ...explained(error, data, context.config.docsUrl),
      })),
      next: page.before,
    };
  },
} satisfies Partial<Handlers>;

/** What changed at the source, else the meaning of the error: what was filled into its text is not recorded. */
function explained(
  key: string | null,
  data: string | null,
  docsUrl: string,
): { readonly error: string | null; readonly help: string | null } {
  if (key === null || !isErrorKey(key)) return { error: key, help: null };
  const { text, cause } = allErrors[key];
  const error = text.includes('{') ? firstSentence(cause) : text;
  const changes = key === 'structureChanged' ? changesTold(data).trim() : '';
  return { error: changes || error, help: helpAddress(docsUrl, key) };
}

const firstSentence = (text: string): string => /^.*?\.(?= |$)/.exec(text)?.[0] ?? text;

const isErrorKey = (key: string): key is ErrorKey => Object.hasOwn(allErrors, key);
