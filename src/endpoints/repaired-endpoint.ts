/** An endpoint after its owner changed columns or file: what its requests get from now on, before one has come. */
import type { AppContext } from '../app-context.ts';
import { columnsGoneText } from '../sources/csv-upload/columns-gone.ts';
import { workingOutcome } from '../usage/outcome.ts';
import { noteOutcomes } from '../usage/outcome-store.ts';

/** Its source has just been asked, and has what it exports. */
export async function noteRepaired(context: AppContext, endpointId: string): Promise<void> {
  await noteOutcomes(context, context.database.db, [workingOutcome(endpointId, context.now())]);
}

/** `lost`: the columns that it exports and the new file lacks. */
export async function noteReplaced(
  context: AppContext,
  endpointId: string,
  lost: readonly string[],
): Promise<void> {
  if (lost.length === 0) return noteRepaired(context, endpointId);
  const at = context.now();
  const data = columnsGoneText(lost);
  const changed = { state: 'source changed', error: 'structureChanged', data } as const;
  await noteOutcomes(context, context.database.db, [{ endpointId, at, ...changed, since: at, failures: 0 }]);
}
