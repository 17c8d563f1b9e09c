/**
 * Looking for what is due, among ten thousand scheduled jobs of which one is, as every service does once a second.
 */
import { join } from 'node:path';
import { sql } from 'kysely';
import { dueJobs } from '../src/schedules/due-store.ts';
import { waitingRuns } from '../src/schedules/run-store.ts';
import { openDatabase } from '../src/storage/database/open-database.ts';
import { startEmbeddedServer } from '../tests/support/embedded-server.ts';
import type { BenchWorld } from './bench-world.ts';
import { type Figure, median, within } from './figure.ts';

const jobs = 10_000;
const looks = 200;
const barMs = 1;

export async function lookForDueJobs(world: BenchWorld): Promise<Figure[]> {
  await using postgres = await startEmbeddedServer();
  await postgres.createDatabase('jobs');
  return [
    ...(await lookIn('SQLite', `sqlite:${join(world.folder, 'due-jobs.sqlite')}`)),
    ...(await lookIn('PostgreSQL', `${postgres.url}/jobs`)),
  ];
}

async function lookIn(engine: string, databaseUrl: string): Promise<Figure[]> {
  const database = await openDatabase(databaseUrl);
  try {
    const { db } = database;
    const now = Date.now();
    const rows = Array.from({ length: jobs }, (_, at) => jobRow(at, at === 0 ? now : now + at * 60_000));
    for (let at = 0; at < jobs; at += 1_000) {
      await db
        .insertInto('jobs')
        .values(rows.slice(at, at + 1_000))
        .execute();
    }
    // PostgreSQL does it by itself, within a minute after so many rows.
    await sql`analyze jobs`.execute(db);
    const due = await timed(async () => {
      if ((await dueJobs(db, now, 500)).length !== 1) throw new Error('not the one that is due');
    });
    const waiting = await timed(() => waitingRuns(database, 200));
    return [
      within(`due jobs, 1 of 10,000, ${engine}`, due, barMs, 'ms'),
      within(`runs that wait, beside 10,000 jobs, ${engine}`, waiting, barMs, 'ms'),
    ];
  } finally {
    await database.close();
  }
}

async function timed(look: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let each = 0; each < looks; each++) {
    const began = performance.now();
    await look();
    times.push(performance.now() - began);
  }
  return median(times);
}

function jobRow(at: number, nextRunAt: number) {
  return {
    id: `job-${at}`,
    account_id: `account-${at % 100}`,
    endpoint_id: 'endpoint',
    name: 'Numbers',
    parameters: '{}',
    webhook_url: null,
    cadence: 'daily',
    time_of_day: '07:30',
    zone: 'UTC',
    weekday: null,
    day: null,
    next_run_at: nextRunAt,
    created_at: 0,
    revision: 0,
  };
}
