/**
 * A scheduled job whose row nobody can read stops no other: it is left alone for an hour, and its owner told once, in
 * the history and by mail (contract 1.7). On both engines.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOwner } from '../support/cast.ts';
import { serviceNow } from '../support/clock.ts';
import { engines, startTestService, type TestService } from '../support/service.ts';
import { createJob, endedRuns, historyOf, jobsShown, mailsTo } from './job-ground.ts';

const hourMs = 60 * 60 * 1_000;
const broken = [
  { parameters: '{"type":"csv"', part: 'parameters' },
  { parameters: '["csv"]', part: 'parameters' },
  { cadence: 'hourly', part: 'cadence' },
  { zone: 'Mars/Olympus', part: 'time zone' },
  { time_of_day: 'noon', part: 'time of day' },
  { day: 40, cadence: 'monthly', part: 'day' },
] as const;

describe.each(engines)('a scheduled job that cannot be read, on %s', (engine) => {
  let service: TestService;
  let count = 0;
  beforeAll(async () => {
    service = await startTestService({ engine });
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const setJob = (id: string, values: Readonly<Record<string, string | number>>) =>
    service.database.db.updateTable('jobs').set(values).where('id', '=', id).execute();

  async function newJob(name: string) {
    count += 1;
    const { email, endpoint } = await createOwner(service, `owner-${count}@example.com`, '--plan', 'pro');
    const owned = { owner: email, endpoint, name };
    return { email, id: await createJob(service, owned) };
  }

  it.each(broken)('stops no other job: $part', async ({ part, ...values }) => {
    const bad = await newJob('Bad');
    const good = await newJob('Good');
    const before = serviceNow(service);
    await setJob(bad.id, { ...values, next_run_at: before - 2_000 });
    await setJob(good.id, { next_run_at: before - 1_000 });
    expect((await endedRuns(service, good.id, 1))[0]?.result).toBe('succeeded');
    const [told] = await endedRuns(service, bad.id, 1);
    expect(told).toMatchObject({
      result: 'failed',
      error: 'Something went wrong on our side. No credit was used.',
      data: `The schedule cannot be read: ${part}. Save it again, or delete it.`,
    });
    const [mail, ...more] = await mailsTo(service, bad.email);
    expect([mail?.subject, more]).toEqual(['Scheduled Export Stopped: Bad', []]);
    expect(mail?.body).toContain(part);
    const [shown] = await jobsShown(service, bad.email);
    const next = Date.parse(shown?.nextRunAt ?? '');
    expect(next - before).toBeGreaterThanOrEqual(hourMs);
    expect(next - before).toBeLessThan(hourMs + 60_000);
  });

  it('is looked at again each hour without a word, and runs as planned when it was saved again', async () => {
    const { email, id } = await newJob('Bad');
    await setJob(id, { cadence: 'hourly', next_run_at: serviceNow(service) });
    await endedRuns(service, id, 1);
    const dueAgain = serviceNow(service);
    await setJob(id, { next_run_at: dueAgain });
    const nextRunAt = async () => Date.parse((await jobsShown(service, email))[0]?.nextRunAt ?? '');
    await expect.poll(nextRunAt).toBeGreaterThan(dueAgain);
    expect([await historyOf(service, id), await mailsTo(service, email)]).toMatchObject([[{}], [{}]]);
    await service.command('schedule', 'set', id, '--cadence', 'daily', '--at', '07:30', '--zone', 'UTC');
    expect((await nextRunAt()) % (24 * hourMs)).toBe(7.5 * hourMs);
    await setJob(id, { next_run_at: serviceNow(service) });
    expect((await endedRuns(service, id, 2))[0]?.result).toBe('succeeded');
  });

  it('a run that was asked for says why it failed', async () => {
    const { id } = await newJob('Bad');
    await setJob(id, { zone: 'Mars/Olympus' });
    expect(await service.command('schedule', 'run', id).catch(String)).toMatchObject({});
    expect((await historyOf(service, id))[0]?.data).toMatch('cannot be read: time zone');
  });
});
