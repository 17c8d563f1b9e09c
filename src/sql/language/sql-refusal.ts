/**
 * Why a statement was refused, in SQLite's own words (contract 4.8.4): with its names decoded, and without the hints
 * that are only true of this engine.
 */
import { cutText } from '../../base/cut-text.ts';
import { decodeSqlNames } from '../../table/stored/sql-names.ts';

export class SqlRefusal extends Error {
  override readonly name = 'SqlRefusal';
}

/** Result codes of SQLite that are about the statement or its data; any other is a failure of the service. */
const statementErrors: ReadonlySet<unknown> = new Set([1, 18, 19, 20, 21, 23, 25]);
/** No memory; a file for sorting that became too large (write error). */
const outOfMemory: ReadonlySet<unknown> = new Set([7, 778]);
const diskFull = 13;
const unknownQuoted = /^no such column: "(.*)" - should this be a string literal in single-quotes\?$/s;

/** The refusal for an error of SQLite; `denial` is the reason of the authorizer. */
export function refusalOf(error: unknown, denial: string | undefined, memoryLimitMb: number): unknown {
  if (!(error instanceof Error) || !('errcode' in error)) return error;
  const { errcode } = error;
  // A failure of the service: the disk has no room left for anybody.
  if (errcode === diskFull) return Object.assign(new Error(error.message), { code: 'ENOSPC' });
  if (outOfMemory.has(errcode)) return new SqlRefusal(outOfMemoryReason(memoryLimitMb));
  // The low byte is the kind of error, the others say more of it.
  if (!statementErrors.has(typeof errcode === 'number' ? errcode & 0xff : undefined)) return error;
  const message =
    denial ?? error.message.replace(unknownQuoted, 'no such column: $1').replace(badPath, begun);
  return new SqlRefusal(cutText(decodeSqlNames(message), longestReason));
}

const longestReason = 1_000;
const longestPath = 50;
/** The path can be made of the cells of the whole table, and a refusal is free. */
const badPath = /^(bad JSON path: )(.*)$/s;
const begun = (_: string, words: string, path: string): string => words + cutText(path, longestPath);

export function outOfMemoryReason(memoryLimitMb: number): string {
  return `out of memory: the limit is ${memoryLimitMb} MB`;
}
