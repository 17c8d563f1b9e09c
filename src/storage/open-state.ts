/**
 * Opens the service's own state as the settings say. What goes wrong is told with the setting and what to do,
 * and never with the password (contract 10.3.1).
 */
import { dirname, relative } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { errorCode } from '../errors/error-code.ts';
import { prepareFolder } from './data-folder.ts';
import type { Database } from './database/database.ts';
import { SchemaTooNewError } from './database/migrate.ts';
import { openDatabase } from './database/open-database.ts';
import { isOutage, sqliteCode } from './state-failure.ts';

/** `waitMs` is how long a server that cannot be reached is waited for. */
export async function openState(config: Config, log: Logger, waitMs = 0): Promise<Database> {
  const { databaseUrl, dataDir } = config;
  const file = databaseUrl.startsWith('sqlite:') ? databaseUrl.slice('sqlite:'.length) : undefined;
  if (file !== undefined) {
    const inside = !relative(dataDir, file).startsWith('..');
    await prepareFolder(dirname(file), inside ? 'DATA_DIR' : 'DATABASE_URL');
  }
  try {
    return await openWhenReachable(config, log, waitMs);
  } catch (error) {
    if (error instanceof SchemaTooNewError) throw error;
    const problem = file === undefined ? postgresProblem(databaseUrl, error) : fileProblem(file, error);
    throw new Error(`Setting DATABASE_URL: ${problem}`, { cause: error });
  }
}

async function openWhenReachable(
  { databaseUrl, databasePool: connections }: Config,
  log: Logger,
  waitMs: number,
): Promise<Database> {
  const brokeOff = (err: Error): void => log.warn({ err }, 'PostgreSQL connection lost');
  const until = performance.now() + waitMs;
  for (let attempt = 0; ; attempt++) {
    try {
      return await openDatabase(databaseUrl, { connections, brokeOff });
    } catch (error) {
      if (!isOutage(error) || performance.now() >= until) throw error;
      if (attempt === 0) log.warn({ err: error, waitMs }, 'waiting for PostgreSQL');
      await pause(askEveryMs);
    }
  }
}

const askEveryMs = 250;

const ioErrors: ReadonlySet<number> = new Set([10, 13]);

function fileProblem(file: string, error: unknown): string {
  if (ioErrors.has(sqliteCode(error))) {
    return `the database ${file} cannot be opened: ${messageOf(error)}. Mostly its disk is full: make room there.`;
  }
  return `the database ${file} cannot be opened: ${messageOf(error)}. Check the file and who may write to it.`;
}

function postgresProblem(url: string, error: unknown): string {
  if (!URL.canParse(url)) return 'it is not an address. Write it as postgres://USER:PASSWORD@HOST:PORT/NAME.';
  const { hostname, port, pathname, username } = new URL(url);
  const told = problems[errorCode(error)]?.({
    server: `${hostname}:${port || 5432}`,
    host: hostname,
    name: pathname.slice(1),
    user: username,
  });
  return told ?? `PostgreSQL at ${hostname}:${port || 5432} cannot be used: ${messageOf(error)}.`;
}

interface Address {
  readonly server: string;
  readonly host: string;
  readonly name: string;
  readonly user: string;
}

const unknownHost = ({ host }: Address): string => `the host ${host} is not known. Check its name.`;

const wrongPassword = ({ server, user }: Address): string =>
  `PostgreSQL at ${server} does not accept user ${user} with this password. Correct user or password.`;

/** By the code of the system, or of PostgreSQL (its manual, appendix A). */
const problems: Readonly<Record<string, (address: Address) => string>> = {
  ECONNREFUSED: ({ server }) =>
    `nothing listens at ${server}. Start PostgreSQL there, or correct the address.`,
  ETIMEDOUT: ({ server }) => `${server} does not answer. Check the address and the firewall.`,
  ENOTFOUND: unknownHost,
  EAI_AGAIN: unknownHost,
  '28P01': wrongPassword,
  '28000': wrongPassword,
  '3D000': ({ name, server }) =>
    `PostgreSQL at ${server} has no database ${name}. Create it, or correct the name.`,
  '42501': ({ name, user }) =>
    `user ${user} may not create tables in the database ${name}. Make it the owner of that database.`,
};

function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/\s+/g, ' ').replace(/\.$/, '');
}
