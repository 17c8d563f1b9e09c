/**
 * The bases that a connection can see (section 1.3).
 */
import { z } from 'zod';
import { ServiceError } from '../../errors.ts';
import type { CallPlatform } from '../../platform-request.ts';
import { askAirtable } from './request.ts';

const basesAnswer = z.object({
  bases: z.array(z.object({ id: z.string(), name: z.string() })),
  offset: z.string().optional(),
});

export interface AirtableBase {
  readonly id: string;
  readonly name: string;
}

/** A page has a thousand bases; an account with more pages than these does not exist. */
const maxPages = 100;

export async function readBases(call: CallPlatform, scope: string): Promise<readonly AirtableBase[]> {
  const bases: AirtableBase[] = [];
  let offset: string | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const query = offset ? `?offset=${encodeURIComponent(offset)}` : '';
    const answer = await askAirtable(call, { path: `/v0/meta/bases${query}`, scope }, basesAnswer);
    bases.push(...answer.bases);
    offset = answer.offset;
    if (!offset) return bases;
  }
  throw new ServiceError('sourceUnavailable', { cause: new Error('the list of bases does not end') });
}
