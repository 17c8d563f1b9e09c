/**
 * What a failure of the service's own state means to whoever runs a command: what happened and what to do, in place
 * of what the database or the system says.
 */
import { errorCode } from '../errors/error-code.ts';
import { causesOf, isStateFailure, sqliteCode } from './state-failure.ts';

/** `folder` is where the command writes. Undefined if the failure is another. */
export function stateFailureText(error: unknown, folder: string): string | undefined {
  if (!isStateFailure(error)) return undefined;
  const reasons = causesOf(error).map(
    (cause) => texts[errorCode(cause)] ?? texts[`SQLite ${sqliteCode(cause)}`],
  );
  const told = reasons.find((reason) => reason !== undefined) ?? away;
  return told(folder, error instanceof Error ? error.message : String(error));
}

type Text = (folder: string, message: string) => string;

const full: Text = (folder) =>
  `The disk is full: no room is left in ${folder}. Nothing was changed. Make room there and run the command again.`;

const readOnly: Text = (folder) =>
  `${folder} cannot be written to: the disk or the file is read-only. Nothing was changed. Make it writable and run the command again.`;

const broken: Text = (folder, message) =>
  `Reading or writing in ${folder} failed (${message}). Mostly the disk is full: make room there and run the command again.`;

const busy: Text = (folder) =>
  `Another process has kept the database in ${folder} locked for too long. Nothing was changed. Run the command again.`;

const databaseFull: Text = (_folder, message) =>
  `PostgreSQL has no room left on its disk (${message}). Nothing was changed. Make room there and run the command again.`;

const away: Text = (_folder, message) =>
  `The database does not answer (${message}). Run the command again when it does.`;

/** By the code of the system or of PostgreSQL, or the number that SQLite gives. */
const texts: Readonly<Record<string, Text>> = {
  ENOSPC: full,
  EDQUOT: full,
  EFBIG: full,
  'SQLite 13': full,
  EROFS: readOnly,
  'SQLite 8': readOnly,
  EIO: broken,
  'SQLite 10': broken,
  'SQLite 14': broken,
  'SQLite 5': busy,
  53100: databaseFull,
};
