/**
 * What an owner keeps for later, in a view or a schedule, is tried before it is stored: planned, and with `sql` run on a
 * sample. So what is broken is refused when it is saved, not when it runs (contract 4.4.4).
 */
import type { AppContext } from '../app-context.ts';
import type { Endpoint } from '../endpoints/endpoint.ts';
import { ServiceError } from '../errors/errors.ts';
import { inputRefused, RefusedError } from '../errors/refused-error.ts';
import { type ReadQuery, readParameters, unknownParameter } from './parameters.ts';
import { type PlannedExport, planExport } from './plan-export.ts';

/** Reads a row or two; for no credit. */
export type TrySample = (planned: PlannedExport) => Promise<unknown>;

interface Wanted {
  readonly endpoint: Endpoint;
  readonly query: ReadQuery;
  /** What of the input it is about. */
  readonly field?: string;
}

export async function tryParameters(
  context: AppContext,
  { endpoint, query, field }: Wanted,
  trySample: TrySample,
): Promise<void> {
  const unknown = unknownParameter(query);
  if (unknown !== undefined) throw inputRefused(unknown, field);
  try {
    const planned = planExport(context, endpoint, readParameters(query.values));
    if (planned.parameters.sql !== undefined) await trySample(planned);
  } catch (error) {
    // Anything else is about the source, and says so itself.
    throw error instanceof ServiceError && error.status === 400 ? refused(error, field) : error;
  }
}

function refused({ key, message, data, advice }: ServiceError, field: string | undefined): RefusedError {
  if (key !== 'sqlInvalid') return inputRefused(message, field);
  const words = ["This query doesn't work:", data && sentence(data), advice].filter(Boolean);
  return new RefusedError(key, words.join(' '), field);
}

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);
