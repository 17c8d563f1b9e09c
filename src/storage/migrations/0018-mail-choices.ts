/** Which kinds of mails an account wants, and the kind of each mail. */
import type { Db } from '../database/database.ts';

export async function mailChoices(db: Db): Promise<void> {
  await db.schema
    .createTable('mail_choices')
    .addColumn('account_id', 'text', (column) => column.primaryKey())
    .addColumn('link_key', 'text', (column) => column.notNull())
    .addColumn('muted', 'text', (column) => column.notNull())
    .execute();
  await db.schema.alterTable('outbox').addColumn('kind', 'text').execute();
}
