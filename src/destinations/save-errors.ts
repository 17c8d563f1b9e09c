/**
 * A failed save fails the request: 423 if the destination rejects the credentials, 429 if its rate limit is exceeded,
 * otherwise 500; always "Could not save to …" with the reason in `data` (contract 4.6.15).
 */
import { ServiceError } from '../errors/errors.ts';
import { PlatformRefusal } from '../platform/platform-request.ts';
import type { Destination } from './destination.ts';

type SaveErrorKey = 'saveRefused' | 'saveRateLimited' | 'saveFailed';

/** Maps every failure of `save` to one of the three errors, except an abort and a failure of the service's own state. */
export function destinationOf(name: string, save: Destination['save']): Destination {
  return {
    name,
    async save(request) {
      try {
        return await save(request);
      } catch (error) {
        throw request.signal.aborted || isOfOwnState(error) ? error : saveErrorOf(name, error);
      }
    },
  };
}

const isOfOwnState = (error: unknown): boolean =>
  error instanceof ServiceError && error.key === 'stateUnavailable';

/** Thrown by a destination that knows the reason for its failure. */
export class SaveProblem extends Error {
  override readonly name = 'SaveProblem';
  readonly key: SaveErrorKey;
  readonly retryAfterSeconds: number | undefined;
  /** The whole export was handed over nevertheless. */
  readonly wasDelivered: boolean;

  constructor(
    message: string,
    key: SaveErrorKey = 'saveFailed',
    retryAfterSeconds?: number,
    wasDelivered = false,
  ) {
    super(message);
    this.key = key;
    this.retryAfterSeconds = retryAfterSeconds;
    this.wasDelivered = wasDelivered;
  }
}

function saveErrorOf(destination: string, cause: unknown): ServiceError {
  const { key, data, retryAfterSeconds } = reasonOf(destination, cause);
  return new ServiceError(key, {
    placeholders: { destination },
    cause,
    ...(data !== undefined && { data }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    wasDelivered: cause instanceof SaveProblem && cause.wasDelivered,
  });
}

interface Reason {
  readonly key: SaveErrorKey;
  readonly data?: string;
  readonly retryAfterSeconds?: number | undefined;
}

function reasonOf(destination: string, error: unknown): Reason {
  if (error instanceof SaveProblem) {
    return { key: error.key, data: error.message, retryAfterSeconds: error.retryAfterSeconds };
  }
  if (error instanceof PlatformRefusal) return { key: refusalKey(error), data: error.message };
  if (!(error instanceof ServiceError)) return { key: 'saveFailed' };
  const { key, data = error.message, retryAfterSeconds } = error;
  if (key === 'platformRefused' || key === 'platformDisconnected') return { key: 'saveRefused', data };
  if (key === 'platformRateLimit') return { key: 'saveRateLimited', data, retryAfterSeconds };
  return { key: 'saveFailed', data: error.data ?? `${destination} could not be reached or took too long.` };
}

/** Google also uses 403 for an exceeded rate limit and for a full drive. */
function refusalKey({ status, code, message }: PlatformRefusal): SaveErrorKey {
  const words = `${code} ${message}`;
  if (status === 429 || (status === 403 && /rate.?limit/i.test(words))) return 'saveRateLimited';
  if (status === 401 || (status === 403 && !/quota|limit/i.test(words))) return 'saveRefused';
  return 'saveFailed';
}
