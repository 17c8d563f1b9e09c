/** One call to Google Sheets whose response is checked. */
import type { z } from 'zod';
import type { CallPlatform } from '../../platform/platform-request.ts';
import { parseOrUnavailable } from '../parse-or-unavailable.ts';

/** A source only reads, and reading has a limit of its own. */
export async function request<Shape>(
  call: CallPlatform,
  { path }: { readonly path: string },
  shape: z.ZodType<Shape>,
): Promise<Shape> {
  const { json } = await call({ path, scope: 'read' });
  return parseOrUnavailable(shape, json);
}
