/**
 * A mark of each transaction on PostgreSQL: it is there if the transaction was committed. The number of a transaction
 * alone does not tell, because a server that crashed gives numbers again.
 */
import type { Db } from '../database/database.ts';

export async function transactionMarks(db: Db): Promise<void> {
  await db.schema
    .createTable('transaction_marks')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('transaction_marks_by_time').on('transaction_marks').column('at').execute();
}
