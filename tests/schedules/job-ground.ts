/** What tests of scheduled jobs share: jobs by the command line, their runs and their mails. */
import { expect } from 'vitest';
import { z } from 'zod';
import type { TestService } from '../support/service.ts';

const runShape = z.object({
  id: z.string(),
  dueAt: z.string(),
  startedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  result: z.enum(['succeeded', 'failed']).nullable(),
  error: z.string().nullable(),
  data: z.string().optional(),
  rows: z.number().nullable(),
  bytes: z.number().nullable(),
});

export type ShownRun = z.infer<typeof runShape>;

export async function historyOf(service: TestService, job: string): Promise<ShownRun[]> {
  return z.array(runShape).parse((await service.command('schedule', 'history', job))['runs']);
}

const jobShape = z.object({
  id: z.string(),
  name: z.string(),
  endpoint: z.string(),
  cadence: z.string(),
  at: z.string(),
  zone: z.string(),
  state: z.enum(['active', 'paused']),
  nextRunAt: z.string().nullable(),
  lastRun: z
    .object({
      dueAt: z.string(),
      endedAt: z.string(),
      result: z.enum(['succeeded', 'failed']),
      error: z.string().nullable(),
    })
    .nullable(),
});

export async function jobsShown(service: TestService, email: string) {
  return z.array(jobShape).parse((await service.command('schedule', 'list', email))['jobs']);
}

const daily = ['--cadence', 'daily', '--at', '07:30', '--zone', 'Europe/Berlin'];

/** The id of a new job that runs daily at 07:30 in Berlin, unless the words say otherwise. */
export async function createJob(
  service: TestService,
  { owner, endpoint, name = 'Numbers' }: { owner: string; endpoint: string; name?: string },
  ...words: readonly string[]
): Promise<string> {
  const schedule = words.includes('--cadence') ? [] : daily;
  const given = ['--endpoint', endpoint, '--name', name, ...schedule, ...words];
  return String((await service.command('schedule', 'create', owner, ...given))['id']);
}

/** Waits until the job has this many runs that have ended. */
export async function endedRuns(service: TestService, job: string, count: number): Promise<ShownRun[]> {
  const ended = async () => (await historyOf(service, job)).filter(({ endedAt }) => endedAt !== null);
  await expect.poll(async () => (await ended()).length, { interval: 50 }).toBe(count);
  return ended();
}

export async function mailsTo(service: TestService, recipient: string) {
  const { db } = service.database;
  return db
    .selectFrom('outbox')
    .select(['subject', 'body'])
    .where('recipient', '=', recipient)
    .orderBy('created_at')
    .execute();
}
