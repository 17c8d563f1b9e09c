/** Why a run failed, in our words, with the place where that is repaired; what the platform said is beside it. */

import { allErrors, type ErrorKey, helpAddress } from '../../errors/errors.ts';
import type { JobRun } from '../../schedules/job.ts';
import { reasonKey } from '../../schedules/reason-key.ts';
import { changesTold, type Repair } from '../../usage/problem-words.ts';

interface ExplainedRun {
  /** Null unless it failed. */
  readonly reason: string | null;
  readonly details: string | null;
  readonly help: string | null;
  readonly repair: Repair | null;
}

const nothing: ExplainedRun = { reason: null, details: null, help: null, repair: null };

export function explainedRun(
  { error, data }: Pick<JobRun, 'error' | 'data'>,
  connectionId: string | null,
  docsUrl: string,
): ExplainedRun {
  if (error === null) return nothing;
  const key = reasonKey(error);
  const details = data === null ? error : `${error} ${data}`;
  if (key === undefined) return { ...nothing, reason: error, details: data };
  const help = helpAddress(docsUrl, key);
  const repair = repairOf(key, connectionId);
  if (key === 'structureChanged') {
    const changes = changesTold(data).trim();
    return { reason: changes === '' ? allErrors[key].cause : changes, details: null, help, repair };
  }
  // What the owner wrote is refused in words of ours.
  if (allErrors[key].status === 400) return { reason: details, details: null, help, repair };
  const reason = saves.has(key)
    ? error.replace(/^Could not save/, "We couldn't save the export")
    : allErrors[key].cause;
  return { reason, details, help, repair };
}

const saves: ReadonlySet<ErrorKey> = new Set(['saveRefused', 'saveRateLimited', 'saveFailed']);
const refusals: ReadonlySet<ErrorKey> = new Set(['platformRefused', 'platformDisconnected']);
const unpaid: ReadonlySet<ErrorKey> = new Set(['notEnoughCredits', 'trialExpired']);

function repairOf(key: ErrorKey, connectionId: string | null): Repair | null {
  if (key === 'structureChanged') return { place: 'columns', label: 'Choose columns', connectionId: null };
  if (refusals.has(key)) return { place: 'connection', label: 'Reconnect', connectionId };
  // It may be saved through another connection than the endpoint's.
  if (saves.has(key)) return { place: 'connection', label: 'Check the connection', connectionId: null };
  if (unpaid.has(key)) return { place: 'plans', label: 'Open plans', connectionId: null };
  return null;
}
