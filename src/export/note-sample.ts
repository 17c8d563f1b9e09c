/**
 * A preview keeps the state of its endpoint, as a request does. It reads the beginning of a table: that it succeeded says
 * nothing about a source that could not be read to its end.
 */
import { toServiceError } from '../storage/state-failure.ts';
import { keptData, problemOf, workingOutcome } from '../usage/outcome.ts';
import { findOutcome, noteOutcomes } from '../usage/outcome-store.ts';
import type { ExportContext } from './export-context.ts';
import type { PlannedExport } from './plan-export.ts';

export async function notingSample<Made>(
  context: ExportContext,
  planned: PlannedExport,
  run: () => Promise<Made>,
): Promise<Made> {
  try {
    const made = await run();
    if (!planned.parameters.allFields) await noteSuccess(context, planned.endpoint.id);
    return made;
  } catch (error) {
    await noteFailure(context, planned.endpoint.id, error);
    throw error;
  }
}

/** Nothing is written while it works. */
async function noteSuccess(context: ExportContext, endpointId: string): Promise<void> {
  const { db } = context.database;
  const before = await findOutcome(db, endpointId);
  if (!before || before.state === 'working') return;
  if (before.state === 'failing' && before.error !== 'platformRateLimit') return;
  await noteOutcomes(context, db, [workingOutcome(endpointId, context.now())]);
}

async function noteFailure(context: ExportContext, endpointId: string, cause: unknown): Promise<void> {
  const { key, data } = toServiceError(cause);
  const state = problemOf(key);
  if (state === undefined || key === 'stateUnavailable') return;
  const at = context.now();
  await noteOutcomes(context, context.database.db, [
    { endpointId, at, state, error: key, data: keptData(key, data), since: at, failures: 0 },
  ]);
}
