/** Which field of a form a refusal of the service is about: it says `field: reason`. */
import { ApiError } from './api-client.ts';

export function fieldErrorOf<Field extends string>(
  error: Error,
  fields: readonly Field[],
): { readonly field: Field; readonly reason: string } | undefined {
  const data = error instanceof ApiError ? error.refusal.data : undefined;
  const [, name, reason = ''] = /^(\w+)(?:\.\w+)*: (.+)$/s.exec(data ?? '') ?? [];
  const field = fields.find((each) => each === name);
  return field && { field, reason };
}
