/** How an endpoint shows linked records; those that are there stay as they are. */
import type { Db } from '../database/database.ts';

export async function linkedRecords(db: Db): Promise<void> {
  await db.schema
    .alterTable('endpoints')
    .addColumn('linked_records', 'text', (column) => column.notNull().defaultTo('json'))
    .execute();
}
