/** The field that the service found wrong (`data` is `field: reason`), for the form in which it was typed. */
import { ApiError } from './api-client.ts';

export function fieldErrors(error: Error | null): Readonly<Record<string, string>> {
  const data = error instanceof ApiError && error.refusal.status === 400 ? error.refusal.data : undefined;
  const [, field, reason] = /^([\w.]+): (.+)$/s.exec(data ?? '') ?? [];
  return field !== undefined && reason !== undefined ? { [field]: reason } : {};
}
