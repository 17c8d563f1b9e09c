/** A query that is compiled once and asked again and again with other values, on the path of every hit. */
import type { CompiledQuery, Kysely } from 'kysely';
import type { Schema } from './schema.ts';

export async function firstRow<Row>(
  db: Kysely<Schema>,
  compiled: CompiledQuery<Row>,
  parameters: readonly unknown[],
): Promise<Row | undefined> {
  const asked: CompiledQuery<Row> = { ...compiled, parameters };
  return (await db.executeQuery(asked)).rows[0];
}

/** Whether any row was changed. */
export async function changes(
  db: Kysely<Schema>,
  compiled: CompiledQuery,
  parameters: readonly unknown[],
): Promise<boolean> {
  const { numAffectedRows = 0n } = await db.executeQuery({ ...compiled, parameters });
  return numAffectedRows > 0n;
}
