/** Records an export that came through no connection, of a scheduled job or a command, as the hit that it is. */
import { ChargedError } from '../errors/errors.ts';
import { toServiceError } from '../storage/state-failure.ts';
import type { Hit } from '../usage/hit.ts';
import { keptData } from '../usage/outcome.ts';
import type { ExportContext } from './export-context.ts';
import type { ChargedExport } from './run-export.ts';

type Exported = Pick<ChargedExport, 'type' | 'rows' | 'bytes' | 'credits'>;

export interface RecordedRun {
  readonly endpointId: string;
  /** What stands for the user agent. */
  readonly by: string;
  /** Of a run that somebody stops, and that is no hit then. */
  readonly stopped?: AbortSignal;
}

export async function recordRun<Done extends Exported>(
  { usage, now }: ExportContext,
  { endpointId, by, stopped }: RecordedRun,
  run: () => Promise<Done>,
): Promise<Done> {
  const at = now();
  const begun = performance.now();
  const record = (outcome: Outcome): void => {
    const ms = Math.round(performance.now() - begun);
    usage.record({ at, endpointId, proxy: null, ms, userAgent: by, ignored: null, ...outcome });
  };
  try {
    const done = await run();
    record(succeeded(done));
    return done;
  } catch (error) {
    if (!stopped?.aborted) record(failed(error));
    throw error;
  }
}

type Outcome = Omit<Hit, 'at' | 'endpointId' | 'proxy' | 'ms' | 'userAgent' | 'ignored'>;

function succeeded({ type, rows, bytes = 0, credits }: Exported): Outcome {
  return { status: 200, error: null, data: null, type, rows: rows ?? null, bytes, credits };
}

function failed(error: unknown): Outcome {
  const { status, key, data } = toServiceError(error);
  const credits = error instanceof ChargedError ? error.credits : 0;
  return { status, error: key, data: keptData(key, data), type: null, rows: null, bytes: 0, credits };
}
