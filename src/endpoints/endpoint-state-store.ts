/** The states of an account's endpoints, from what is kept of account, connection and last outcome: one query. */
import { type Account, conditionOf } from '../accounts/account.ts';
import type { AppContext } from '../app-context.ts';
import { isSourceName } from '../sources/all-sources.ts';
import type { Db } from '../storage/database/database.ts';
import { inParts } from '../storage/database/parts.ts';
import type { KnownOfEndpoint } from '../usage/problem-words.ts';
import { type EndpointState, endpointState, workingState } from './endpoint-state.ts';

/** By the id of the endpoint. */
export async function endpointStatesOf(
  { database, now }: AppContext,
  account: Account,
  ids: readonly string[],
): Promise<ReadonlyMap<string, EndpointState>> {
  const condition = conditionOf(account, now());
  const states = new Map<string, EndpointState>();
  for (const part of inParts([...new Set(ids)])) {
    for (const { id, known, pausedAt } of await knownOf(database.db, part))
      states.set(id, endpointState(condition, known, pausedAt));
  }
  return states;
}

/** Of one that was deleted meanwhile: that it works. */
export async function endpointStateOf(
  context: AppContext,
  account: Account,
  id: string,
): Promise<EndpointState> {
  return (await endpointStatesOf(context, account, [id])).get(id) ?? workingState;
}

interface Kept {
  readonly id: string;
  readonly known: KnownOfEndpoint;
  readonly pausedAt: number | null;
}

async function knownOf(db: Db, ids: readonly string[]): Promise<Kept[]> {
  const rows = await db
    .selectFrom('endpoints')
    .leftJoin('connections', 'connections.id', 'endpoints.connection_id')
    .leftJoin('endpoint_outcomes', 'endpoint_outcomes.endpoint_id', 'endpoints.id')
    .select(['endpoints.id', 'endpoints.source', 'endpoints.connection_id', 'endpoints.paused_at'])
    .select(['connections.state as connection_state', 'connections.problem as connection_problem'])
    .select(['endpoint_outcomes.state', 'endpoint_outcomes.error', 'endpoint_outcomes.data'])
    .select('endpoint_outcomes.since')
    .where('endpoints.id', 'in', ids)
    .execute();
  return rows.flatMap((row): Kept[] => {
    const { id, source, state, error, data, since, paused_at: pausedAt } = row;
    if (!isSourceName(source)) return [];
    const connection =
      row.connection_id === null
        ? null
        : {
            id: row.connection_id,
            state: row.connection_state ?? 'disconnected',
            problem: row.connection_problem,
          };
    const outcome = state === null || since === null ? undefined : { state, error, data, since };
    return [{ id, known: { source, connection, outcome }, pausedAt }];
  });
}
