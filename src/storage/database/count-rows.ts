/** How many rows a question has, as a number on every engine: PostgreSQL counts in texts, SQLite in numbers. */
import type { SelectQueryBuilder } from 'kysely';
import type { Schema } from './schema.ts';

export async function countRows<Table extends keyof Schema, Output>(
  rows: SelectQueryBuilder<Schema, Table, Output>,
): Promise<number> {
  const { count } = await rows
    .clearSelect()
    .select(({ fn }) => fn.countAll<number | bigint | string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
