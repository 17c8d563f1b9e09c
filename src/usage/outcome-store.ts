/**
 * The state of each endpoint as its requests leave it: the newest outcome stands, whichever replica it came through, and
 * an older one that arrives later changes nothing.
 */

import type { AppContext } from '../app-context.ts';
import { minuteMs } from '../base/durations.ts';
import type { Db } from '../storage/database/database.ts';
import type { EndpointOutcomeRow } from '../storage/database/state-schema.ts';
import type { Outcome } from './outcome.ts';

/** Clocks of replicas differ by less; what is further ahead was written before a clock was set back. */
const aheadMs = 5 * minuteMs;

/** Of an endpoint the success first, then what failed after it; returns what has changed, as it is now. */
export async function noteOutcomes(
  context: AppContext,
  db: Db,
  outcomes: readonly Outcome[],
): Promise<EndpointOutcomeRow[]> {
  const isSuccess = ({ state }: Outcome): boolean => state === 'working';
  const successes = await note(context, db, outcomes.filter(isSuccess));
  const failed = outcomes.filter((outcome) => !isSuccess(outcome));
  const failures = await note(context, db, failed);
  return [...new Map([...successes, ...failures].map((row) => [row.endpoint_id, row])).values()];
}

/** One for each endpoint; sorted, so that concurrent transactions lock rows in the same order. */
async function note(
  { now }: AppContext,
  db: Db,
  outcomes: readonly Outcome[],
): Promise<EndpointOutcomeRow[]> {
  if (outcomes.length === 0) return [];
  const rows = outcomes.map(toRow).sort((a, b) => (a.endpoint_id < b.endpoint_id ? -1 : 1));
  return db
    .insertInto('endpoint_outcomes')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .column('endpoint_id')
        .doUpdateSet((field) => {
          const isSame = field('endpoint_outcomes.state', '=', field.ref('excluded.state'));
          return {
            at: field.ref('excluded.at'),
            state: field.ref('excluded.state'),
            error: field.ref('excluded.error'),
            data: field.ref('excluded.data'),
            since: field
              .case()
              .when(isSame)
              .then(field.ref('endpoint_outcomes.since'))
              .else(field.ref('excluded.since'))
              .end(),
            failures: field
              .case()
              .when(isSame)
              .then(field('endpoint_outcomes.failures', '+', field.ref('excluded.failures')))
              .else(field.ref('excluded.failures'))
              .end(),
          };
        })
        .where((field) =>
          field.or([
            field('endpoint_outcomes.at', '<=', field.ref('excluded.at')),
            field('endpoint_outcomes.at', '>', now() + aheadMs),
          ]),
        ),
    )
    .returningAll()
    .execute();
}

function toRow({ endpointId, at, state, error, data, since, failures }: Outcome): EndpointOutcomeRow {
  const told = { told: null, mailed_at: null };
  return { endpoint_id: endpointId, at, state, error, data, since, failures, ...told };
}

export function findOutcome(db: Db, endpointId: string): Promise<EndpointOutcomeRow | undefined> {
  return db
    .selectFrom('endpoint_outcomes')
    .selectAll()
    .where('endpoint_id', '=', endpointId)
    .executeTakeFirst();
}
