/**
 * All side effects of the service in one object that is built at startup: settings, database, clock and log. Tests
 * replace a field, never a module (DESIGN section 2).
 */
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Database } from './storage/database.ts';
import { openState } from './storage/open-state.ts';

export interface AppContext {
  readonly config: Config;
  readonly database: Database;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly log: Logger;
}

export async function openContext(
  config: Config,
  log: Logger,
  now: () => number = Date.now,
  /** How long a database that cannot be reached is waited for. */
  waitMs = 0,
): Promise<AppContext> {
  return { config, database: await openState(config, log, waitMs), now, log };
}
