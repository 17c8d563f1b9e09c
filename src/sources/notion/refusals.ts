/**
 * What a refusal of Notion means for an export (contract 7.4): the integration may no longer read (423), or what the
 * endpoint exports is no longer there (409). "Not shared" and "does not exist" look alike in Notion, so whether
 * anything at all is still shared decides between the two.
 */
import { z } from 'zod';
import { ServiceError } from '../../errors/errors.ts';
import { type CallPlatform, PlatformRefusal } from '../../platform/platform-request.ts';
import { structureChanged } from '../remembered-fields.ts';
import { label } from './platform.ts';
import { request } from './request.ts';

/** The error of contract 7.4 to throw instead; anything that is not a refusal stays as it is. */
export async function errorOfRefusal(error: unknown, call: CallPlatform): Promise<unknown> {
  if (!(error instanceof PlatformRefusal)) return error;
  if (error.status === 404) return (await isAnythingShared(call)) ? gone(error) : unshared(error);
  if (isCapabilityMissing(error)) return capabilityMissing(error);
  if (isAboutProperty(error)) return structureChanged(label, `Notion says: ${error.message}`, error);
  return new ServiceError('sourceUnavailable', { cause: error });
}

export function isCapabilityMissing(error: unknown): boolean {
  return error instanceof PlatformRefusal && error.status === 403 && error.code === 'restricted_resource';
}

function capabilityMissing(cause: unknown): ServiceError {
  return new ServiceError('platformRefused', {
    data: 'The Notion integration lacks the capability "Read content". Switch it on in the settings of the integration in Notion, then try again.',
    cause,
  });
}

const searchShape = z.object({ results: z.array(z.unknown()), has_more: z.boolean().optional() });

async function isAnythingShared(call: CallPlatform): Promise<boolean> {
  const search = { method: 'POST', path: '/v1/search', json: { page_size: 1 } } as const;
  const { results, has_more } = await request(call, search, searchShape).catch((error: unknown) => {
    if (isCapabilityMissing(error)) throw capabilityMissing(error);
    if (error instanceof PlatformRefusal) throw new ServiceError('sourceUnavailable', { cause: error });
    throw error;
  });
  return results.length > 0 || has_more === true;
}

function unshared(cause: unknown): ServiceError {
  return new ServiceError('platformRefused', {
    data: 'Nothing in Notion is shared with the integration any more. Open the database in Notion and add the integration under Connections.',
    cause,
  });
}

function gone(cause: unknown): ServiceError {
  const data =
    'The database is gone, or no longer shared with the integration. Restore it in Notion, or open it there and add the integration under Connections.';
  return structureChanged(label, data, cause);
}

function isAboutProperty({ status, code, message }: PlatformRefusal): boolean {
  return status === 400 && code === 'validation_error' && /propert/i.test(message);
}
