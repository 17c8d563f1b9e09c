/**
 * The reason why a statement was refused, in SQLite's own words (4.8 rule 4, section 7): written names are
 * taken back, and what only this engine would add is cut off.
 */
import { decodeSqlNames } from '../../stored-table/sql-names.ts';

export class SqlRefusal extends Error {
  override readonly name = 'SqlRefusal';
}

/** Results of SQLite that speak of the statement or its data; any other is a failure of ours. */
const statementErrors: ReadonlySet<unknown> = new Set([1, 18, 19, 20, 21, 23, 25]);
/** No memory; no room for what is sorted (full, write error). */
const outOfMemory: ReadonlySet<unknown> = new Set([7, 13, 778]);
const unknownQuoted = /^no such column: "(.*)" - should this be a string literal in single-quotes\?$/s;

/** What to say of an error that SQLite raised; `denial` is what the authorizer objected to. */
export function refusalOf(error: unknown, denial: string | undefined, memoryLimitMb: number): unknown {
  if (!(error instanceof Error) || !('errcode' in error)) return error;
  const { errcode } = error;
  if (outOfMemory.has(errcode)) return new SqlRefusal(outOfMemoryReason(memoryLimitMb));
  // The low byte is the kind of error, the others say more of it.
  if (!statementErrors.has(typeof errcode === 'number' ? errcode & 0xff : undefined)) return error;
  const message = denial ?? error.message.replace(unknownQuoted, 'no such column: $1');
  return new SqlRefusal(decodeSqlNames(message));
}

export function outOfMemoryReason(memoryLimitMb: number): string {
  return `out of memory: the limit is ${memoryLimitMb} MB`;
}
