/** What was deleted and can be brought back for seven days; tags of endpoints; names of connections. */
import type { Db } from '../database/database.ts';

export async function bin(db: Db): Promise<void> {
  await db.schema
    .createTable('bin')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('part_of', 'text')
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('hint', 'text')
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('deleted_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('bin_by_account')
    .on('bin')
    .columns(['account_id', 'part_of', 'deleted_at'])
    .execute();
  await db.schema.createIndex('bin_by_whole').on('bin').column('part_of').execute();
  await db.schema.createIndex('bin_by_time').on('bin').column('deleted_at').execute();
  await db.schema
    .createTable('endpoint_tags')
    .addColumn('endpoint_id', 'text', (column) => column.notNull())
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('tag', 'text', (column) => column.notNull())
    .addColumn('tag_folded', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('endpoint_tags_key', ['endpoint_id', 'tag_folded'])
    .execute();
  await db.schema
    .createIndex('endpoint_tags_by_tag')
    .on('endpoint_tags')
    .columns(['account_id', 'tag_folded', 'endpoint_id'])
    .execute();
  await db.schema.alterTable('connections').addColumn('name', 'text').execute();
}
