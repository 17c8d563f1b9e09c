/**
 * What hits were like, one by one for a while and summed by day for longer; never who made them. A hit is never looked
 * for by itself, so it has no id: every index costs each hit. Of the indexes by endpoint each hit is in one, so that
 * the few that failed are found among a million, and the other way round.
 */
import type { Db } from '../database/database.ts';
import { statusClasses } from '../database/status-class.ts';

export async function usage(db: Db): Promise<void> {
  await db.schema
    .createTable('hits')
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('endpoint_id', 'text', (column) => column.notNull())
    .addColumn('proxy', 'text')
    .addColumn('status', 'integer', (column) => column.notNull())
    .addColumn('error', 'text')
    .addColumn('type', 'text')
    .addColumn('rows', 'bigint')
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .addColumn('ms', 'integer', (column) => column.notNull())
    .addColumn('credits', 'integer', (column) => column.notNull())
    .addColumn('user_agent', 'text')
    .addColumn('ignored', 'text')
    .execute();
  for (const [name, condition] of Object.entries(statusClasses)) {
    await db.schema
      .createIndex(`hits_${name}`)
      .on('hits')
      .columns(['endpoint_id', 'at'])
      .where(condition)
      .execute();
  }
  await db.schema.createIndex('hits_by_time').on('hits').column('at').execute();
  await db.schema
    .createTable('usage_days')
    .addColumn('endpoint_id', 'text', (column) => column.notNull())
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('hits', 'integer', (column) => column.notNull())
    .addColumn('failed', 'integer', (column) => column.notNull())
    .addColumn('credits', 'integer', (column) => column.notNull())
    .addColumn('rows', 'bigint', (column) => column.notNull())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .addColumn('ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('usage_days_key', ['endpoint_id', 'day'])
    .execute();
  await db.schema.createIndex('usage_days_by_day').on('usage_days').column('day').execute();
  await db.schema
    .createTable('endpoint_totals')
    .addColumn('endpoint_id', 'text', (column) => column.primaryKey())
    .addColumn('last_hit_at', 'bigint', (column) => column.notNull())
    .addColumn('cycle', 'bigint', (column) => column.notNull())
    .addColumn('cycle_hits', 'integer', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('credit_entries_by_time')
    .on('credit_entries')
    .columns(['account_id', 'at'])
    .execute();
  await db.schema
    .alterTable('accounts')
    .addColumn('requests', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}
