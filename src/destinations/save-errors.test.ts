import { describe, expect, it } from 'vitest';
import { ServiceError } from '../errors/errors.ts';
import { PlatformRefusal } from '../platform/platform-request.ts';
import type { SaveRequest } from './destination.ts';
import { destinationOf, SaveProblem } from './save-errors.ts';

const request: SaveRequest = {
  filename: 'a.csv',
  contentType: 'text/csv',
  file: { path: '/nowhere', bytes: 0 },
  table: { columns: [], batches: (async function* () {})() },
  target: {},
  call: () => Promise.reject(new Error('not called')),
  signal: new AbortController().signal,
};

const failing = (error: unknown) => destinationOf('Google Drive', () => Promise.reject(error));

const refusal = (status: number, code: string, message: string) => new PlatformRefusal(status, code, message);

describe('a save that fails', () => {
  it.each([
    [new ServiceError('platformRefused', { data: 'revoked' }), 'saveRefused', 423, 'revoked'],
    [
      new ServiceError('platformDisconnected', { placeholders: { platform: 'Google' } }),
      'saveRefused',
      423,
      'You have been disconnected from Google. Please reconnect.',
    ],
    [
      new ServiceError('platformRateLimit', {
        placeholders: { code: 'RESOURCE_EXHAUSTED' },
        retryAfterSeconds: 9,
      }),
      'saveRateLimited',
      429,
      'RESOURCE_EXHAUSTED',
    ],
    [
      new ServiceError('sourceUnavailable'),
      'saveFailed',
      500,
      'Google Drive could not be reached or took too long.',
    ],
    [refusal(403, 'PERMISSION_DENIED', 'The caller does not have permission'), 'saveRefused', 423, undefined],
    [refusal(403, '', 'Request had insufficient authentication scopes.'), 'saveRefused', 423, undefined],
    [refusal(403, 'userRateLimitExceeded', 'User rate limit exceeded.'), 'saveRateLimited', 429, undefined],
    [refusal(403, 'storageQuotaExceeded', 'The drive is full.'), 'saveFailed', 500, undefined],
    [refusal(403, '', "The user's Drive storage quota has been exceeded."), 'saveFailed', 500, undefined],
    [refusal(404, 'NOT_FOUND', 'Requested entity was not found.'), 'saveFailed', 500, undefined],
    [refusal(429, 'RESOURCE_EXHAUSTED', 'Quota exceeded'), 'saveRateLimited', 429, undefined],
    [refusal(400, 'INVALID_ARGUMENT', 'Unable to parse range: x'), 'saveFailed', 500, undefined],
    [new SaveProblem('too large'), 'saveFailed', 500, 'too large'],
  ])('classifies %o', async (error, key, status, data = error.message) => {
    await expect(failing(error).save(request)).rejects.toMatchObject({
      key,
      status,
      data,
      message: 'Could not save to Google Drive.',
      cause: error,
    });
  });

  it('keeps Retry-After', async () => {
    const limit = new ServiceError('platformRateLimit', { retryAfterSeconds: 9 });
    await expect(failing(limit).save(request)).rejects.toMatchObject({ retryAfterSeconds: 9 });
  });

  it('reveals nothing about internal errors', async () => {
    const error = new Error('ENOENT /var/lib/tablecast/secret');
    await expect(failing(error).save(request)).rejects.toMatchObject({ key: 'saveFailed', data: undefined });
  });

  it('throws the error that the abort caused', async () => {
    const error = new Error('the client has left');
    await expect(failing(error).save({ ...request, signal: AbortSignal.abort() })).rejects.toBe(error);
  });
});
