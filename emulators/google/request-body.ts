/**
 * Validates the JSON body of a request and the enum values of its query as Google does: invalid ones give 400.
 */
import type { z } from 'zod';
import type { EmulatedCall } from '../emulator-server.ts';
import { badRequest } from './google-problem.ts';

export function bodyOf<T>({ body }: EmulatedCall, schema: z.ZodType<T>): T {
  const result = schema.safeParse(jsonOf(body));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const place = (issue?.path ?? []).map((part) =>
    typeof part === 'number' ? `[${part}]` : `.${String(part)}`,
  );
  throw badRequest(
    `Invalid JSON payload received. Invalid value at '${place.join('').replace(/^\./, '')}': ${issue?.message ?? ''}`,
  );
}

/** An absent body counts as an empty object. */
export function jsonOf(body: Buffer): unknown {
  if (body.length === 0) return {};
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw badRequest('Invalid JSON payload received. Unexpected token.');
  }
}

/** One of the allowed values; the first is the default. */
export function choiceOf<T extends string>(
  value: string | null | undefined,
  words: readonly [T, ...T[]],
  name: string,
): T {
  if (value === null || value === undefined) return words[0];
  const word = words.find((one) => one === value);
  if (!word) throw badRequest(`Invalid value at '${name}', "${value}"`);
  return word;
}
