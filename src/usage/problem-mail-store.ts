/**
 * The owner is told once that a URL stopped working, and once that it works again, in the transaction that finds it out:
 * a conditional update decides which replica does it. A connection that stopped is told for all its endpoints together
 * (decision 063).
 */

import type { AppContext } from '../app-context.ts';
import { hourMs, minuteMs } from '../base/durations.ts';
import { urlStopped, urlWorks } from '../mail/messages.ts';
import { insertMails, mailTo } from '../mail/outbox-store.ts';
import { siteLink } from '../mail/site-link.ts';
import { isSourceName } from '../sources/all-sources.ts';
import type { Tx } from '../storage/database/database.ts';
import type { EndpointOutcomeRow } from '../storage/database/state-schema.ts';
import { problemStates } from './outcome.ts';
import { type EndpointProblem, problemWords } from './problem-words.ts';

/** A blip is no news. */
const lastedMs = 15 * minuteMs;
const leastFailures = 3;
/** Between two mails that a URL stopped. */
const apartMs = hourMs;

/** `rows` as they have just been noted. */
export async function tellProblems(
  context: AppContext,
  db: Tx,
  rows: readonly EndpointOutcomeRow[],
): Promise<void> {
  for (const row of rows) {
    if (isWorthTelling(row, context.now())) await tell(context, db, row);
  }
}

export function isWorthTelling(row: EndpointOutcomeRow, at: number): boolean {
  const { state, told, failures, since, mailed_at: mailedAt } = row;
  if (state === 'working') return told !== null;
  if (told === state || failures === 0) return false;
  if (mailedAt !== null && Math.abs(at - mailedAt) < apartMs) return false;
  return state !== 'failing' || (failures >= leastFailures && row.at - since >= lastedMs);
}

async function tell(context: AppContext, db: Tx, row: EndpointOutcomeRow): Promise<void> {
  const { endpoint_id: id, state, told } = row;
  const found = await db
    .selectFrom('endpoints')
    .innerJoin('accounts', 'accounts.id', 'endpoints.account_id')
    .leftJoin('connections', 'connections.id', 'endpoints.connection_id')
    .select(['endpoints.name', 'endpoints.source', 'endpoints.connection_id'])
    .select(['accounts.id as account_id', 'accounts.email'])
    .select(['connections.state', 'connections.problem'])
    .where('endpoints.id', '=', id)
    .executeTakeFirst();
  if (!found || !isSourceName(found.source)) return;
  const { name, source, connection_id: connectionId } = found;
  const isToldAlready = found.state !== 'working' || found.problem !== null;
  if (connectionId !== null && state === 'connection stopped' && isToldAlready) return;
  if (!(await claim(db, row, context.now()))) return;
  const problem = problemStates.find((each) => each === state);
  const connection =
    connectionId === null ? null : { id: connectionId, state: found.state ?? '', problem: found.problem };
  const words = problem && problemWords(problem, { source, connection, outcome: row }, row);
  const url = `${context.config.baseUrl}/${id}`;
  const message = words
    ? urlStopped({ ...words, endpoint: name, url, since: row.since, ...repairLink(context, id, words) })
    : urlWorks({ endpoint: name, url, link: siteLink(context.config, `endpoints/${id}`) });
  if (!words && told === null) return;
  await insertMails(db, [mailTo({ id: found.account_id, email: found.email }, message)], context.now());
}

/** True for the one that tells it. */
async function claim(db: Tx, { endpoint_id: id, state }: EndpointOutcomeRow, at: number): Promise<boolean> {
  const isOver = state === 'working';
  const { numUpdatedRows } = await db
    .updateTable('endpoint_outcomes')
    .set(isOver ? { told: null } : { told: state, mailed_at: at })
    .where('endpoint_id', '=', id)
    .where('state', '=', state)
    .where((field) =>
      isOver
        ? field('told', 'is not', null)
        : field.or([field('told', 'is', null), field('told', '!=', state)]),
    )
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

function repairLink(
  { config }: AppContext,
  endpointId: string,
  { repair }: EndpointProblem,
): { readonly label: string; readonly link: string } {
  const page = siteLink(config, `endpoints/${endpointId}`);
  if (repair?.place === 'columns') return { label: repair.label, link: `${page}/settings` };
  if (repair?.place === 'connection' && repair.connectionId !== null)
    return { label: repair.label, link: siteLink(config, `connections/${repair.connectionId}`) };
  return { label: 'Open the endpoint', link: page };
}
