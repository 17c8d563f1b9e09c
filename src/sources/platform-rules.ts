/** What holds on every platform, for the `platform.ts` of each. */
import { z } from 'zod';
import type { Refusal } from '../platform/platform.ts';

/** What a status means where the body says nothing more exact. */
export function kindOfStatus(status: number): Refusal['kind'] {
  if (status === 401) return 'credential';
  return status >= 500 || status === 408 ? 'transient' : 'other';
}

/** A text in the body of a refusal; empty when it is missing or something else. */
export const refusalText = z.string().catch('');

/** A little longer than the platform's own, as clocks and timers are not exact. */
export const rateLimitSecond = 1_010;
export const rateLimitMinute = 60_100;
