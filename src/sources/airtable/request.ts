/** One call to Airtable whose response is checked. */
import type { z } from 'zod';
import type { CallPlatform } from '../../platform/platform-request.ts';
import { parseOrUnavailable } from '../parse-or-unavailable.ts';

/** Every call counts against the limit of a base. */
export async function request<Shape>(
  call: CallPlatform,
  { base, path }: { readonly base: string; readonly path: string },
  shape: z.ZodType<Shape>,
): Promise<Shape> {
  const { json } = await call({ path, scope: base });
  return parseOrUnavailable(shape, json);
}
