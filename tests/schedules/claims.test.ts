/**
 * Each due run happens once, whoever stops, crashes or is slow (contract 1.7.4): claims with a lease, runs that are
 * given back or taken up again, accounts that do not wait for each other, and the queries behind it.
 */
import { CompiledQuery } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { dueJobsQuery } from '../../src/schedules/due-store.ts';
import { costOf, createOwner, expectLedgerWhole } from '../support/cast.ts';
import { serviceNow } from '../support/clock.ts';
import { bothEngines, startTestService, type TestService } from '../support/service.ts';
import { createJob, endedRuns, mailsTo } from './job-ground.ts';
import { type Receiver, startReceiver } from './webhook-receiver.ts';

const hourMs = 60 * 60 * 1_000;

describe.each(bothEngines)('runs of scheduled jobs on %s', (engine) => {
  let service: TestService;
  let receiver: Receiver;
  let owner: string;
  let endpoint: string;
  let count = 0;
  beforeAll(async () => {
    receiver = await startReceiver();
    service = await startTestService({ engine, environment: { WEBHOOK_PRIVATE_ADDRESSES: 'true' } });
  });
  afterEach(async () => {
    receiver.answer = () => 204;
    await service.database.db.deleteFrom('jobs').execute();
    await expect.poll(openRuns).toEqual([]);
    await expect.poll(async () => (await holdsOf()).every(({ held }) => held === 0)).toBe(true);
    await service.database.db.deleteFrom('job_runs').execute();
    await expectLedgerWhole(service);
    receiver.got.length = 0;
  });
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await receiver[Symbol.asyncDispose]();
  });

  /** Those that wait go, because their jobs are gone. */
  async function openRuns(): Promise<unknown[]> {
    const { db } = service.database;
    await db.deleteFrom('job_runs').where('state', '=', 'waiting').execute();
    return db.selectFrom('job_runs').select('id').where('ended_at', 'is', null).execute();
  }

  const holdsOf = () => service.database.db.selectFrom('credit_holds').select('held').execute();

  async function newOwner(): Promise<void> {
    count += 1;
    ({ email: owner, endpoint } = await createOwner(service, `owner-${count}@example.com`, '--plan', 'pro'));
  }

  /** A job with a webhook, which is due at a moment by the service's clock. */
  async function jobDueAt(dueAt: number, path = '/hook'): Promise<string> {
    const job = await createJob(service, { owner, endpoint }, '--webhook', `${receiver.url}${path}`);
    await makeDue(job, dueAt);
    return job;
  }

  async function makeDue(job: string, dueAt: number): Promise<void> {
    await service.database.db.updateTable('jobs').set({ next_run_at: dueAt }).where('id', '=', job).execute();
  }

  /** As many jobs more, the same as one. */
  async function copyJob(job: string, copies: number): Promise<void> {
    const { db } = service.database;
    const row = await db.selectFrom('jobs').selectAll().where('id', '=', job).executeTakeFirstOrThrow();
    for (let made = 0; made < copies; made += 1_000) {
      const rows = Array.from({ length: Math.min(1_000, copies - made) }, (_, at) => ({
        ...row,
        id: `${job}-${made + at}`,
      }));
      await db.insertInto('jobs').values(rows).execute();
    }
  }

  async function runOf(job: string) {
    const { db } = service.database;
    return db.selectFrom('job_runs').selectAll().where('job_id', '=', job).executeTakeFirst();
  }

  const setRun = (job: string, values: Readonly<Record<string, string | number | null>>) =>
    service.database.db.updateTable('job_runs').set(values).where('job_id', '=', job).execute();

  it('a service that stops gives its run back, and another takes it at once: one credit, one mail', async () => {
    const first = await startTestService({ engine, environment: { WEBHOOK_PRIVATE_ADDRESSES: 'true' } });
    const owned = await createOwner(first, 'stopping@example.com', '--plan', 'pro');
    const given = { owner: owned.email, endpoint: owned.endpoint };
    const job = await createJob(first, given, '--webhook', `${receiver.url}/stopping`);
    receiver.answer = () => new Promise(() => {});
    first.clock.ahead += 25 * hourMs;
    await expect.poll(() => receiver.got.length).toBe(1);
    await first.stop();
    receiver.answer = () => 204;
    await using second = await startTestService({ engine, from: first, ahead: first.clock.ahead });
    const [run] = await endedRuns(second, job, 1);
    const { attempts } = await second.database.db
      .selectFrom('job_runs')
      .select('attempts')
      .executeTakeFirstOrThrow();
    expect([run?.result, attempts, receiver.got.length]).toEqual(['succeeded', 1, 2]);
    expect(await mailsTo(second, owned.email)).toHaveLength(1);
    expect((await second.command('account', 'show', owned.email))['credits']).toBe(499);
    await expectLedgerWhole(second);
  });

  it('a run whose process died is taken up again when its lease is over, and not before', async () => {
    await newOwner();
    const [dead, alive] = [await jobDueAt(0), await jobDueAt(0)];
    await endedRuns(service, alive, 1);
    await endedRuns(service, dead, 1);
    const leased = { state: 'running', claim: 'of the dead', attempts: 1, ended_at: null };
    await setRun(dead, { ...leased, claimed_until: Date.now() + hourMs });
    receiver.got.length = 0;
    await makeDue(alive, serviceNow(service));
    await endedRuns(service, alive, 2);
    expect([(await runOf(dead))?.claim, receiver.got.length]).toEqual(['of the dead', 1]);
    await setRun(dead, { claimed_until: Date.now() - 1 });
    expect((await endedRuns(service, dead, 1))[0]?.result).toBe('succeeded');
    expect((await runOf(dead))?.attempts).toBe(2);
  });

  it('a run that was cut off three times fails, says so and writes one mail', async () => {
    await newOwner();
    const job = await jobDueAt(0);
    await endedRuns(service, job, 1);
    await service.database.db.deleteFrom('outbox').execute();
    receiver.got.length = 0;
    await setRun(job, { state: 'running', claim: 'dead', claimed_until: 0, attempts: 3, ended_at: null });
    const { cost, answer } = await costOf(service, () => endedRuns(service, job, 1));
    expect([cost, answer[0]?.result, answer[0]?.error, answer[0]?.data]).toEqual([
      0,
      'failed',
      'Dataframe could not be retrieved',
      'The run was begun 3 times, and each time the service ended before it was done.',
    ]);
    expect([receiver.got, (await mailsTo(service, owner)).length]).toEqual([[], 1]);
  });

  it('a process that has lost its claim neither charges nor writes a mail', async () => {
    await newOwner();
    const { promise: released, resolve: release } = Promise.withResolvers<number>();
    receiver.answer = () => released;
    const job = await jobDueAt(serviceNow(service));
    await expect.poll(() => receiver.got.length).toBe(1);
    await setRun(job, { claim: 'of another', claimed_until: Date.now() + hourMs });
    const others = await jobDueAt(serviceNow(service), '/other');
    const { cost } = await costOf(service, async () => {
      release(204);
      // It ended: the other run began after its answer, and took a place after it.
      await endedRuns(service, others, 1);
      await expect.poll(async () => (await holdsOf()).every(({ held }) => held === 0)).toBe(true);
    });
    const run = await runOf(job);
    expect([cost, run?.state, run?.claim, run?.ended_at]).toEqual([1, 'running', 'of another', null]);
    expect(await mailsTo(service, owner)).toHaveLength(1);
    await setRun(job, { claimed_until: 0 });
    expect((await costOf(service, () => endedRuns(service, job, 1))).cost).toBe(1);
    expect(await mailsTo(service, owner)).toHaveLength(2);
  });

  it('one due job of an account does not wait for three hundred of another that were due before', async () => {
    await newOwner();
    const dueAt = serviceNow(service) + hourMs;
    await copyJob(await jobDueAt(dueAt - 1_000, '/many'), 299);
    await newOwner();
    const single = await jobDueAt(dueAt, '/single');
    receiver.answer = () => new Promise((resolve) => setTimeout(resolve, 20, 204));
    service.clock.ahead += hourMs;
    await endedRuns(service, single, 1);
    const place = receiver.got.findIndex(({ path }) => path === '/single');
    expect(place).toBeLessThan(20);
    expect(place).toBeGreaterThanOrEqual(0);
  });

  it('one account uses all eight places, and the first run of any other account finds one at once', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<number>();
    receiver.answer = (path) => (path === '/long' ? released : 204);
    const dueAt = serviceNow(service) + hourMs;
    await newOwner();
    await copyJob(await jobDueAt(dueAt, '/long'), 11);
    service.clock.ahead += hourMs;
    await expect.poll(() => receiver.got.length).toBe(8);
    for (let other = 0; other < 3; other++) {
      await newOwner();
      await endedRuns(service, await jobDueAt(serviceNow(service), `/other-${other}`), 1);
    }
    expect(receiver.got.filter(({ path }) => path === '/long')).toHaveLength(8);
    release(204);
    await expect.poll(() => receiver.got.filter(({ path }) => path === '/long').length).toBe(12);
  });

  it('two services share what is due: every run ends once', async () => {
    await newOwner();
    await using other = await startTestService({ engine, from: service, ahead: service.clock.ahead });
    const dueAt = serviceNow(service) + 2 * hourMs;
    const job = await jobDueAt(dueAt);
    await copyJob(job, 59);
    const { cost } = await costOf(service, async () => {
      for (const { clock } of [service, other]) clock.ahead += 2 * hourMs;
      const { db } = service.database;
      const ended = () =>
        db.selectFrom('job_runs').select('job_id').where('ended_at', 'is not', null).execute();
      await expect.poll(async () => (await ended()).length).toBe(60);
      expect(new Set((await ended()).map(({ job_id }) => job_id)).size).toBe(60);
    });
    expect([cost, receiver.got.length, (await mailsTo(service, owner)).length]).toEqual([60, 60, 60]);
  });

  it('finds what is due by an index, among ten thousand jobs', async () => {
    await newOwner();
    await copyJob(await jobDueAt(serviceNow(service) + 1_000 * hourMs), 9_999);
    const { db } = service.database;
    await db.executeQuery(CompiledQuery.raw('analyze'));
    const { sql, parameters } = dueJobsQuery(db, serviceNow(service), 500).compile();
    const explain = engine === 'sqlite' ? 'explain query plan' : 'explain';
    const plan = await db.executeQuery(CompiledQuery.raw(`${explain} ${sql}`, [...parameters]));
    expect(JSON.stringify(plan.rows)).toMatch(/(?:SEARCH jobs USING INDEX|Index Scan using) jobs_due/);
  });
});
