/**
 * The border to a platform and to what an endpoint remembers: a value is used only when it has the shape that
 * is needed. What is added to it is let through; a wrong shape means that the data cannot be read (contract 7.4.5).
 */
import type { z } from 'zod';
import { ServiceError } from '../errors/errors.ts';

export function parseOrUnavailable<Shape>(shape: z.ZodType<Shape>, value: unknown): Shape {
  const read = shape.safeParse(value);
  if (read.success) return read.data;
  throw new ServiceError('sourceUnavailable', { cause: read.error });
}
