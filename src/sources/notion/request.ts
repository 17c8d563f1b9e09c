/** One call to Notion whose response is checked. */
import type { z } from 'zod';
import type { CallPlatform, PlatformCall } from '../../platform/platform-request.ts';
import { parseOrUnavailable } from '../parse-or-unavailable.ts';

/** An integration has one limit for all its calls, hence no scope. */
export async function request<Shape>(
  call: CallPlatform,
  wanted: Omit<PlatformCall, 'scope'>,
  shape: z.ZodType<Shape>,
): Promise<Shape> {
  const { json } = await call({ ...wanted, scope: '' });
  return parseOrUnavailable(shape, json);
}
