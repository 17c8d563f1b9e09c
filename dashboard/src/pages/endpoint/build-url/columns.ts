/** Columns of an endpoint as a statement sees them. */
import type { Answer } from '../../../api-client.ts';

export type Column = Answer<'GET /api/endpoints/:id/columns'>['columns'][number];

export const typeWords: Readonly<Record<Column['type'], string>> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'true or false',
  date: 'date',
  datetime: 'date and time',
  json: 'list',
  any: 'mixed',
};
