/** Which field of the form a refusal of the service is about: its `data` is `field: reason`. */
import { ApiError } from '../../api-client.ts';

export interface WrongField {
  readonly field: string;
  readonly reason: string;
}

export function wrongField(error: Error): WrongField | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const [, field, reason] = /^(?:timing\.)?(\w+)[^:\s]*: (.+)$/s.exec(error.refusal.data ?? '') ?? [];
  return field === undefined || reason === undefined ? undefined : { field, reason };
}
