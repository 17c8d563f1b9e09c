/**
 * Everything with an effect that the service uses, as one object built at the start: settings, own state,
 * clock, log. A test replaces a field, never a module.
 */
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Database } from './storage/database.ts';
import { openDatabase } from './storage/open-database.ts';

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
  return { config, database: await openDatabase(config.databaseUrl), now, log };
}
