/** A change that is compiled once and made again and again with other values, on the path of every hit. */
import type { CompiledQuery, Kysely } from 'kysely';
import type { Schema } from './schema.ts';

/** Whether any row was changed. */
export async function changes(
  db: Kysely<Schema>,
  compiled: CompiledQuery,
  parameters: readonly unknown[],
): Promise<boolean> {
  const { numAffectedRows = 0n } = await db.executeQuery({ ...compiled, parameters });
  return numAffectedRows > 0n;
}
