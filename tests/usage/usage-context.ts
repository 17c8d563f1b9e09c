/** A process of its own beside a test service, on the same state: what a recorder or a sweep is opened with. */
import { type AppContext, closeContext, openContext } from '../../src/app-context.ts';
import { readConfig } from '../../src/config/config.ts';
import { openLog } from '../../src/logging/log.ts';
import type { Hit } from '../../src/usage/hit.ts';
import type { TestService } from '../support/service.ts';

export interface BesideService extends AsyncDisposable {
  readonly context: AppContext;
  readonly logLines: string[];
}

export async function openBeside(service: TestService): Promise<BesideService> {
  const logLines: string[] = [];
  const config = readConfig(service.environment);
  const log = openLog('trace', { write: (line) => void logLines.push(line) });
  const context = await openContext(config, log, () => Date.now() + service.clock.ahead);
  return { context, logLines, [Symbol.asyncDispose]: () => closeContext(context) };
}

export function hitOf(endpointId: string, changes: Partial<Hit> = {}): Hit {
  return {
    at: Date.now(),
    endpointId,
    proxy: null,
    status: 200,
    error: null,
    type: 'csv',
    rows: 2,
    bytes: 20,
    ms: 3,
    credits: 1,
    userAgent: null,
    ignored: null,
    data: null,
    ...changes,
  };
}
