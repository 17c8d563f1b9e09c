/** What came with a request, as its shape has it, or a refusal that names the first part that is wrong. */
import type { z } from 'zod';
import { ServiceError } from '../errors/errors.ts';

export function readShape<T>(shape: z.ZodType<T> | undefined, value: unknown): T | undefined {
  if (!shape) return undefined;
  const result = shape.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const place = issue?.path.join('.');
  throw new ServiceError('inputInvalid', { data: `${place ? `${place}: ` : ''}${issue?.message ?? ''}` });
}
