/** A proxy can have a name and be changed, which makes it a view; a schedule can export one. */
import type { Db } from '../database/database.ts';

export async function views(db: Db): Promise<void> {
  await db.schema.alterTable('proxies').addColumn('name', 'text').execute();
  await db.schema.alterTable('proxies').addColumn('name_folded', 'text').execute();
  await db.schema
    .alterTable('proxies')
    .addColumn('revision', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable('jobs').addColumn('proxy_digest', 'text').execute();
  await db.schema
    .createIndex('jobs_by_proxy')
    .on('jobs')
    .column('proxy_digest')
    .where('proxy_digest', 'is not', null)
    .execute();
}
