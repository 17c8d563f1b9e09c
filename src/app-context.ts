/**
 * Everything with an effect that the service uses, as one object built at the start: settings, own state,
 * clock, log. A test replaces a field, never a module.
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
): Promise<AppContext> {
  return { config, database: await openState(config), now, log };
}
