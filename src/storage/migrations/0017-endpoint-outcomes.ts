/** What the requests of each endpoint get: the last outcome that says something about the endpoint, and why a hit failed. */
import type { Db } from '../database/database.ts';

export async function endpointOutcomes(db: Db): Promise<void> {
  await db.schema.alterTable('hits').addColumn('data', 'text').execute();
  await db.schema
    .createTable('endpoint_outcomes')
    .addColumn('endpoint_id', 'text', (column) => column.primaryKey())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('error', 'text')
    .addColumn('data', 'text')
    .addColumn('since', 'bigint', (column) => column.notNull())
    .addColumn('failures', 'integer', (column) => column.notNull())
    .addColumn('told', 'text')
    .addColumn('mailed_at', 'bigint')
    .execute();
}
