/** Contract 3.7.4: schedules of a paused endpoint are skipped, which is neither a run nor a failure. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { randomId } from '../../src/base/random-id.ts';
import { costOf, expectLedgerWhole } from '../support/cast.ts';
import { setClock } from '../support/clock.ts';
import { engines, startTestService, type TestService } from '../support/service.ts';
import { type Session, signedIn } from '../support/session.ts';
import { createJob, endedRuns, historyOf, jobsShown, mailsTo } from './job-ground.ts';

const owner = 'ann@example.com';
const hitsShape = z.object({ hits: z.array(z.object({ status: z.number() })) });
const refused = 'The endpoint people is paused. Resume it first, then run the schedule.';

describe.each(engines)('schedules of a paused endpoint on %s', (engine) => {
  let service: TestService;
  let ann: Session;
  let endpoint: string;
  beforeAll(async () => {
    service = await startTestService({ engine });
    ann = await signedIn(service, owner, '--plan', 'standard');
    endpoint = await service.publish('name\nAnn\n', '--owner', owner, '--name', 'people');
  });
  afterEach(async () => {
    await service.command('endpoint', 'resume', endpoint);
    await expectLedgerWhole(service);
    for (const { id } of await jobsShown(service, owner)) await service.command('schedule', 'delete', id);
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const nextRun = async () => (await jobsShown(service, owner))[0]?.nextRunAt;

  const requests = async () => {
    const answer = await ann.call('GET', `/api/endpoints/${endpoint}/hits`);
    return hitsShape.parse(await answer.json()).hits.map(({ status }) => status);
  };

  it('are skipped to their next time without run, credit and mail, and run again when it is resumed', async () => {
    setClock(service, '2026-11-20T06:00:00Z');
    const job = await createJob(service, { owner, endpoint });
    await service.command('endpoint', 'pause', endpoint);
    const mails = (await mailsTo(service, owner)).length;
    const { cost } = await costOf(service, async () => {
      setClock(service, '2026-11-20T06:30:01Z');
      await expect.poll(nextRun).toBe('2026-11-21T06:30:00.000Z');
    });
    expect([cost, await historyOf(service, job)]).toEqual([0, []]);
    expect(await mailsTo(service, owner)).toHaveLength(mails);
    await service.command('endpoint', 'resume', endpoint);
    setClock(service, '2026-11-21T06:30:01Z');
    expect(await endedRuns(service, job, 1)).toMatchObject([
      { dueAt: '2026-11-21T06:30:00.000Z', result: 'succeeded' },
    ]);
    await expect.poll(requests).toContain(200);
    expect(await requests()).not.toContain(403);
  });

  it('are not run at once either, and say why', async () => {
    setClock(service, '2026-11-22T10:00:00Z');
    const job = await createJob(service, { owner, endpoint });
    await service.command('endpoint', 'pause', endpoint);
    const answer = await ann.call('POST', `/api/schedules/${job}/run`);
    expect([answer.status, await answer.json()]).toEqual([409, expect.objectContaining({ data: refused })]);
    await expect(service.command('schedule', 'run', job)).rejects.toThrow(refused);
    expect(await historyOf(service, job)).toEqual([]);
    const shown = await ann.call('GET', `/api/schedules/${job}`);
    expect(await shown.json()).toMatchObject({ endpoint: { state: 'paused' }, state: 'active' });
  });

  it('a run that waited when it was paused is skipped, too', async () => {
    setClock(service, '2026-11-23T10:00:00Z');
    const job = await createJob(service, { owner, endpoint });
    await service.command('endpoint', 'pause', endpoint);
    const mails = (await mailsTo(service, owner)).length;
    const { db } = service.database;
    const { account_id } = await db
      .selectFrom('jobs')
      .select('account_id')
      .where('id', '=', job)
      .executeTakeFirstOrThrow();
    await db
      .insertInto('job_runs')
      .values({ id: randomId(), job_id: job, account_id, due_at: 1, state: 'waiting', attempts: 0 })
      .execute();
    await expect.poll(() => historyOf(service, job)).toEqual([]);
    expect(await mailsTo(service, owner)).toHaveLength(mails);
  });
});
