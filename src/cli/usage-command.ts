/** `usage`: hits of an endpoint, by day and the last ones. */
import { isoMoment, optionalMoment } from '../api/api.ts';
import { hitLog } from '../usage/hit-log-store.ts';
import { daysOfEndpoint, totalsOfEndpoint } from '../usage/usage-store.ts';
import { type Command, type CommandInput, onlyArgument, wholeNumberOption } from './command.ts';
import { requireEndpoint } from './endpoint-commands.ts';
import { optionRows } from './options.ts';

const defaultDays = 30;
/** Sums are kept for two years. */
const maxDays = 731;
const lastRequests = 50;

export const usage: Command = {
  usage: 'usage ENDPOINT_ID',
  does: 'Shows the hits of an endpoint by day, and its last 50 requests. Recorded within a second or two.',
  options: optionRows('days'),
  run: async (context, input) => {
    const { id, name } = await requireEndpoint(context, onlyArgument(input, 'ENDPOINT_ID'));
    const days = daysOption(input);
    const { lastHitAt, hitsThisCycle } = await totalsOfEndpoint(context, id);
    const { hits } = await hitLog(context.database.db, id, { pageSize: lastRequests });
    return {
      endpoint: { id, name },
      totals: { lastHitAt: optionalMoment(lastHitAt), hitsThisCycle },
      days: await daysOfEndpoint(context, id, days),
      requests: hits
        .slice(0, lastRequests)
        .map(({ at, status, error, type, rows, bytes, ms, credits, proxy, userAgent, ignored }) => ({
          at: isoMoment(at),
          status,
          error,
          type,
          rows,
          bytes,
          ms,
          credits,
          proxy,
          userAgent,
          ignored,
        })),
    };
  },
};

function daysOption(input: CommandInput): number {
  const days = wholeNumberOption(input, 'days') ?? defaultDays;
  if (days < 1 || days > maxDays) throw new Error(`--days takes a number from 1 to ${maxDays}.`);
  return days;
}
