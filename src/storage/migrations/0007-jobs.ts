/** Scheduled jobs and their runs: what is due, and who runs it, is found by an index. */
import type { Db } from '../database/database.ts';

export async function jobs(db: Db): Promise<void> {
  await db.schema
    .createTable('jobs')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('endpoint_id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('parameters', 'text', (column) => column.notNull())
    .addColumn('webhook_url', 'text')
    .addColumn('cadence', 'text', (column) => column.notNull())
    .addColumn('time_of_day', 'text', (column) => column.notNull())
    .addColumn('zone', 'text', (column) => column.notNull())
    .addColumn('weekday', 'integer')
    .addColumn('day', 'integer')
    .addColumn('next_run_at', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('jobs_by_account').on('jobs').column('account_id').execute();
  await db.schema.createIndex('jobs_by_endpoint').on('jobs').column('endpoint_id').execute();
  await db.schema
    .createIndex('jobs_due')
    .on('jobs')
    .column('next_run_at')
    .where('next_run_at', 'is not', null)
    .execute();
  await db.schema
    .createTable('job_runs')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('job_id', 'text', (column) => column.notNull())
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('claim', 'text')
    .addColumn('claimed_until', 'bigint')
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('started_at', 'bigint')
    .addColumn('ended_at', 'bigint')
    .addColumn('rows', 'bigint')
    .addColumn('bytes', 'bigint')
    .addColumn('error', 'text')
    .addColumn('data', 'text')
    .execute();
  await db.schema.createIndex('job_runs_by_account').on('job_runs').column('account_id').execute();
  await db.schema.createIndex('job_runs_by_job').on('job_runs').columns(['job_id', 'due_at']).execute();
  await db.schema
    .createIndex('job_runs_open')
    .on('job_runs')
    .columns(['ended_at', 'due_at'])
    .where('ended_at', 'is', null)
    .execute();
  await db.schema
    .createIndex('job_runs_ended')
    .on('job_runs')
    .column('ended_at')
    .where('ended_at', 'is not', null)
    .execute();
}
