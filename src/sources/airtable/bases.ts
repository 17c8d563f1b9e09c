/** The bases that a connection can see. */
import { z } from 'zod';
import { ServiceError } from '../../errors/errors.ts';
import type { CallPlatform } from '../../platform/platform-request.ts';
import { request } from './request.ts';

const basesShape = z.object({
  bases: z.array(z.object({ id: z.string(), name: z.string() })),
  offset: z.string().optional(),
});

export interface Base {
  readonly id: string;
  readonly name: string;
}

/** A page has a thousand bases; an account with more pages than these does not exist. */
const maxPages = 100;

/** `base` is the one whose limit the calls count against. */
export async function readBases(call: CallPlatform, base: string): Promise<readonly Base[]> {
  const bases: Base[] = [];
  let offset: string | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const query = offset ? `?offset=${encodeURIComponent(offset)}` : '';
    const response = await request(call, { base, path: `/v0/meta/bases${query}` }, basesShape);
    bases.push(...response.bases);
    offset = response.offset;
    if (!offset) return bases;
  }
  throw new ServiceError('sourceUnavailable', { cause: new Error('the list of bases does not end') });
}
