/**
 * Failures of what the service keeps its own state in, which pass by themselves or by the operator's hand: a database
 * that is away, restarts or is asked too much, a disk that is full. They are answered with 503 (contract 7.5.2).
 */
import { errorCode } from '../errors/error-code.ts';
import { ServiceError } from '../errors/errors.ts';
import { PlatformUnreachable } from '../platform/platform-request.ts';

/** Whether the database could not be reached, or gave up: asking again may succeed. */
export function isOutage(error: unknown): boolean {
  return causesOf(error).some(
    (cause) => outageCode.test(errorCode(cause)) || outageText.test(messageOf(cause)),
  );
}

/** An outage, or no room to write. */
export function isStateFailure(error: unknown): boolean {
  return (
    isOutage(error) ||
    causesOf(error).some((cause) => diskCodes.has(errorCode(cause)) || sqliteCodes.has(sqliteCode(cause)))
  );
}

/** A row that another transaction has locked for too long. */
export function isLockTimeout(error: unknown): boolean {
  return errorCode(error) === '55P03';
}

/** Of the system, and of PostgreSQL (its manual, appendix A): connections, resources, shutdown, time limits. */
const outageCode =
  /^(?:ECONN(?:REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENOTFOUND|EAI_AGAIN|08\w{3}|57P0[1-5]|57014|53[034]00|55P03|25P0[34]|40001|40P01)$/;

/** Errors of `pg` that have no code. */
const outageText =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed)/;

const diskCodes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EIO', '53100', '53200', '58030']);

/** BUSY, READONLY, IOERR, FULL, CANTOPEN. */
const sqliteCodes = new Set([5, 8, 10, 13, 14]);

/** The code of SQLite without the extension that says more; 0 if it is no error of SQLite. */
export function sqliteCode(error: unknown): number {
  if (!(error instanceof Error) || !('errcode' in error)) return 0;
  return typeof error.errcode === 'number' ? error.errcode & 0xff : 0;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : '';
}

const maxDepth = 5;

/** Of a platform, or with a row of its own. */
const isForeign = (error: Error): boolean =>
  error instanceof ServiceError || error instanceof PlatformUnreachable;

/** The error itself, and what it was caused by. */
export function causesOf(error: unknown, depth = 0): unknown[] {
  if (!(error instanceof Error) || depth > maxDepth || isForeign(error)) return [];
  const several = error instanceof AggregateError ? error.errors : [];
  return [error, ...[error.cause, ...several].flatMap((cause) => causesOf(cause, depth + 1))];
}

/** Of what ends by itself, or by the operator's hand. */
export const retryAfterSeconds = 5;

/** A failure that nobody has explained (contract 7.5.2). */
export function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  return isStateFailure(error)
    ? new ServiceError('stateUnavailable', { retryAfterSeconds, cause: error })
    : new ServiceError('unexpected', { cause: error });
}
