/** One call to Airtable, whose answer is checked (section 7). */
import type { z } from 'zod';
import type { CallPlatform, PlatformCall } from '../../platform-request.ts';
import { parseOrUnavailable } from '../parse-or-unavailable.ts';

export async function askAirtable<Shape>(
  call: CallPlatform,
  question: PlatformCall,
  shape: z.ZodType<Shape>,
): Promise<Shape> {
  const { json } = await call(question);
  return parseOrUnavailable(shape, json);
}
