/**
 * All side effects of the service in one object that is built at startup: settings, database, uploads, clock and log.
 * Tests replace a field, never a module.
 */
import type { Logger } from 'pino';
import type { Config } from './config/config.ts';
import type { Database } from './storage/database/database.ts';
import { openState } from './storage/open-state.ts';
import { openUploads } from './storage/uploads/open-uploads.ts';
import type { UploadStore } from './storage/uploads/upload-store.ts';

export interface AppContext {
  readonly config: Config;
  readonly database: Database;
  readonly uploads: UploadStore;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly log: Logger;
}

interface ContextOptions {
  /** How long a database that cannot be reached is waited for. */
  readonly waitMs?: number;
  /** The service, in contrast to a command beside it. */
  readonly isService?: boolean;
}

export async function openContext(
  config: Config,
  log: Logger,
  now: () => number = Date.now,
  { waitMs = 0, isService = false }: ContextOptions = {},
): Promise<AppContext> {
  const database = await openState(config, log, waitMs);
  return { config, database, uploads: await openUploads(config, log, isService), now, log };
}

export async function closeContext({ database, uploads }: AppContext): Promise<void> {
  await uploads[Symbol.asyncDispose]();
  await database.close();
}
