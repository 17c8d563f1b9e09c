/** What a plan allows besides credits, and what is used of it, as pages show it. */
import type { Room } from '../../endpoints/quota.ts';
import type { Answer } from '../api.ts';

export function shownRoom({ quota, used }: Room): Answer<'GET /api/usage'>['room'] {
  return {
    bytes: used.bytes,
    bytesAllowed: quota.bytes,
    endpoints: used.endpoints,
    endpointsAllowed: quota.endpoints,
  };
}
