/** The values of the settings form, and what of them has changed. */
import type { Answer, Input } from '../../../api-client.ts';

type Details = Answer<'GET /api/endpoints/:id'>;

export interface GeneralValues {
  name: string;
  description: string;
  type: string;
  /** Null: all. */
  fields: string[] | null;
  allowedSpreadsheets: string[];
  tags: string[];
  linkedRecords: Details['linkedRecords'];
}

export const valueNames = [
  'name',
  'description',
  'type',
  'fields',
  'allowedSpreadsheets',
  'tags',
  'linkedRecords',
] as const;

export function valuesOf(details: Details): GeneralValues {
  const { name, description, type, fields, allowedSpreadsheets, tags, linkedRecords } = details;
  return { name, description, type, fields, allowedSpreadsheets, tags, linkedRecords };
}

/** Fields only if they differ: to change them asks the source. */
export function changesOf(
  endpoint: Details,
  values: GeneralValues,
): Input<'PATCH /api/endpoints/:id'>['body'] {
  const before = valuesOf(endpoint);
  const changed = valueNames.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(values[key]));
  return Object.fromEntries(changed.map((key) => [key, values[key]]));
}
