/** Contract 1.7: a scheduled job runs when it is due, saves, charges, tells its owner, and keeps a history. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { costOf, expectLedgerWhole } from '../support/cast.ts';
import { setClock } from '../support/clock.ts';
import {
  connect,
  platformOwner as owner,
  type Platforms,
  startPlatformService,
  startPlatforms,
} from '../support/platform-service.ts';
import { engines, type TestService } from '../support/service.ts';
import { createJob, endedRuns, historyOf, jobsShown, mailsTo } from './job-ground.ts';
import { type Receiver, startReceiver } from './webhook-receiver.ts';

const csv = 'name,age\nAnn,41\nBo,7\n';
const spreadsheet = '1ScheduledSpreadsheet0000000000000000000000a';

describe.each(engines)('scheduled jobs on %s', (engine) => {
  let platforms: Platforms;
  let service: TestService;
  let receiver: Receiver;
  let endpoint: string;
  let count = 0;
  /** Another when a test is tried again. */
  const newEmail = (name: string): string => `${name}-${++count}@example.com`;
  beforeAll(async () => {
    platforms = await startPlatforms();
    receiver = await startReceiver();
    platforms.google.spreadsheets.push({
      id: spreadsheet,
      title: 'Target',
      locale: 'en_US',
      timeZone: 'Etc/GMT',
      sheets: [{ sheetId: 0, title: 'Sheet1', rowCount: 10, columnCount: 3, sheetType: 'GRID', rows: [] }],
      namedRanges: [],
    });
    const environment = { WEBHOOK_PRIVATE_ADDRESSES: 'true' };
    service = await startPlatformService(platforms, { engine, environment });
    const { accessToken, refreshToken } = platforms.google.addGrant();
    await connect(service, 'google', '--access-token', accessToken, '--refresh-token', refreshToken);
    endpoint = await service.publish(
      csv,
      '--owner',
      owner,
      '--name',
      'people',
      '--token',
      'a-token-of-the-owner',
    );
  });
  afterEach(async () => {
    receiver.answer = () => 204;
    receiver.got.length = 0;
    await service.command('account', 'set', owner, '--blocked', 'false', '--subscription-ends', 'never');
    await expectLedgerWhole(service);
    for (const { id } of await jobsShown(service, owner)) await service.command('schedule', 'delete', id);
    await service.database.db.deleteFrom('outbox').execute();
  });
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await receiver[Symbol.asyncDispose]();
    await platforms[Symbol.asyncDispose]();
  });

  it('runs when it is due, saves to every destination, costs one credit and writes one mail', async () => {
    setClock(service, '2026-11-20T06:00:00Z');
    const files = platforms.google.files.length;
    const saves = ['save_to_gdrive=true', 'save_to_gsheets=true', `spreadsheet=${spreadsheet}`, 'sheet=Out'];
    const job = await createJob(
      service,
      { owner, endpoint, name: 'Morning' },
      ...saves.flatMap((pair) => ['--param', pair]),
      '--webhook',
      `${receiver.url}/hook`,
    );
    setClock(service, '2026-11-20T06:30:00Z');
    const { cost, answer } = await costOf(service, () => endedRuns(service, job, 1));
    expect([cost, answer]).toEqual([
      1,
      [
        {
          id: expect.any(String),
          dueAt: '2026-11-20T06:30:00.000Z',
          startedAt: expect.stringMatching(/^2026-11-20T06:30:0/),
          endedAt: expect.stringMatching(/^2026-11-20T06:30:/),
          result: 'succeeded',
          error: null,
          rows: 2,
          bytes: csv.length,
        },
      ],
    ]);
    expect(receiver.got).toEqual([{ path: '/hook', body: csv }]);
    expect(platforms.google.files.slice(files).map(({ content }) => content.toString())).toEqual([csv]);
    const book = platforms.google.spreadsheets.find(({ id }) => id === spreadsheet);
    expect(book?.sheets.find(({ title }) => title === 'Out')?.rows).toEqual([
      ['name', 'age'],
      ['Ann', 41],
      ['Bo', 7],
    ]);
    expect(await mailsTo(service, owner)).toEqual([
      {
        subject: 'Scheduled Export Succeeded: Morning',
        body: expect.stringMatching(new RegExp(`Rows: +2[^]*/schedules/${job}`)),
      },
    ]);
    const [shown] = await jobsShown(service, owner);
    expect(shown).toMatchObject({
      state: 'active',
      nextRunAt: '2026-11-21T06:30:00.000Z',
      lastRun: { dueAt: '2026-11-20T06:30:00.000Z', result: 'succeeded', error: null },
    });
  });

  it('needs no destination: email_me writes its own mail beside', async () => {
    setClock(service, '2026-11-20T06:00:00Z');
    const job = await createJob(
      service,
      { owner, endpoint },
      '--param',
      'email_me=true',
      '--param',
      'type=xml',
    );
    setClock(service, '2026-11-20T06:30:00Z');
    const [run] = await endedRuns(service, job, 1);
    expect(run).toMatchObject({ result: 'succeeded', rows: 2 });
    expect(run?.bytes).toBeGreaterThan(csv.length);
    const subjects = (await mailsTo(service, owner)).map(({ subject }) => subject);
    expect(subjects.toSorted()).toEqual(['Export ran: people', 'Scheduled Export Succeeded: Numbers']);
  });

  it.each([
    [
      'invalid SQL',
      ['--param', 'sql=SELECT age FROM service_table'],
      (id: string) => service.publish('name\nAnn\n', '--replace', id),
      'Could not validate sql.',
      'no such column: age',
    ],
    [
      'all_fields that is not enabled any more',
      ['--param', 'all_fields=true'],
      (id: string) => service.command('endpoint', 'set', id, '--disallow', 'all_fields'),
      "Custom parameter 'all_fields' is not enabled for this object.",
      undefined,
    ],
    [
      'a webhook that is not there',
      ['--webhook', 'http://127.0.0.1:1/hook'],
      async () => {},
      'Could not save to the webhook.',
      'The webhook could not be reached.',
    ],
  ])(
    '%s is a failed run with the text of contract 7, a mail, and no credit',
    async (_, words, breakIt, error, data) => {
      setClock(service, '2026-11-20T06:00:00Z');
      const own = await service.publish(csv, '--owner', owner);
      await service.command('endpoint', 'set', own, '--allow', 'all_fields');
      const job = await createJob(service, { owner, endpoint: own, name: 'Failing' }, ...words);
      await breakIt(own);
      setClock(service, '2026-11-20T06:30:00Z');
      const { cost, answer } = await costOf(service, () => endedRuns(service, job, 1));
      expect([cost, answer]).toEqual([
        0,
        [
          expect.objectContaining({
            result: 'failed',
            error,
            rows: null,
            bytes: null,
            ...(data && { data }),
          }),
        ],
      ]);
      const mails = await mailsTo(service, owner);
      expect(mails.map(({ subject }) => subject)).toEqual(['Scheduled Export Failed: Failing']);
      expect(mails[0]?.body).toContain(error);
      expect(mails[0]?.body).toContain(data ?? error);
    },
  );

  it.each([
    ['a blocked owner', ['--blocked', 'true'], 'USER_BLOCKED'],
    [
      'a plan that ended',
      ['--subscription-ends', '2026-11-20T00:00:00Z'],
      /^Not enough credits\. Login at .* to purchase\.$/,
    ],
  ])('%s is a failed run, not a silent stop', async (_, words, error) => {
    setClock(service, '2026-11-19T10:00:00Z');
    const job = await createJob(service, { owner, endpoint });
    await service.command('account', 'set', owner, ...words);
    setClock(service, '2026-11-20T06:30:00Z');
    const [run] = await endedRuns(service, job, 1);
    expect([run?.result, run?.error]).toEqual(['failed', expect.stringMatching(error)]);
    expect((await jobsShown(service, owner))[0]?.nextRunAt).toBe('2026-11-21T06:30:00.000Z');
    expect(await mailsTo(service, owner)).toHaveLength(1);
  });

  it('credits that are gone, and a trial with hits left, are failed runs', async () => {
    const email = newEmail('poor');
    await service.command('account', 'create', email, '--plan', 'lite', '--credits', '0');
    const own = await service.publish(csv, '--owner', email);
    const job = await createJob(service, { owner: email, endpoint: own });
    expect(await service.command('schedule', 'run', job)).toMatchObject({
      result: 'failed',
      error: expect.stringMatching(/^Not enough credits/),
    });
    await service.command('account', 'set', email, '--plan', 'trial');
    expect(await service.command('schedule', 'run', job)).toMatchObject({
      result: 'failed',
      error: expect.stringMatching(/^Not enough credits/),
      data: 'Scheduled jobs need a paid plan.',
    });
    await expect(service.command('schedule', 'resume', job)).rejects.toThrow(/need a paid plan/);
    expect((await historyOf(service, job)).length).toBe(2);
    expect(await service.command('account', 'show', email)).toMatchObject({ credits: 10 });
  });

  it('runs of an account without limit succeed, cost nothing and are told', async () => {
    const email = newEmail('unlimited');
    await service.command('account', 'create', email, '--plan', 'custom');
    const own = await service.publish(csv, '--owner', email);
    const job = await createJob(service, { owner: email, endpoint: own });
    expect(await service.command('schedule', 'run', job)).toMatchObject({ result: 'succeeded', rows: 2 });
    expect(await mailsTo(service, email)).toHaveLength(1);
    expect(await service.command('account', 'show', email)).toMatchObject({ credits: 'unlimited' });
  });

  it('after a time without service a missed run is made up once', async () => {
    setClock(service, '2026-11-20T10:00:00Z');
    const job = await createJob(service, { owner, endpoint });
    setClock(service, '2026-12-01T12:00:00Z');
    const runs = await endedRuns(service, job, 1);
    expect(runs.map(({ dueAt }) => dueAt)).toEqual(['2026-11-21T06:30:00.000Z']);
    expect((await jobsShown(service, owner))[0]?.nextRunAt).toBe('2026-12-02T06:30:00.000Z');
  });

  it('runs now for a credit, with the next run as planned, also while it is paused', async () => {
    setClock(service, '2026-11-20T10:00:00Z');
    const job = await createJob(service, { owner, endpoint });
    const paused = await service.command('schedule', 'pause', job);
    expect(paused).toMatchObject({ id: job, state: 'paused', nextRunAt: null, lastRun: null });
    const { cost, answer } = await costOf(service, () => service.command('schedule', 'run', job));
    expect([cost, answer]).toEqual([1, expect.objectContaining({ result: 'succeeded', rows: 2 })]);
    setClock(service, '2026-11-25T06:31:00Z');
    const resumed = await service.command('schedule', 'resume', job);
    expect(resumed).toMatchObject({
      state: 'active',
      nextRunAt: '2026-11-26T06:30:00.000Z',
      lastRun: { result: 'succeeded' },
    });
    expect((await historyOf(service, job)).length).toBe(1);
  });

  it('is changed in part: what is not named stays, and another time has another next run', async () => {
    setClock(service, '2026-11-20T10:00:00Z');
    const job = await createJob(
      service,
      { owner, endpoint },
      '--param',
      'type=xml',
      '--webhook',
      receiver.url,
    );
    const set = (...words: readonly string[]) => service.command('schedule', 'set', job, ...words);
    expect(await set('--name', 'Other', '--at', '08:15')).toMatchObject({
      name: 'Other',
      cadence: 'daily',
      at: '08:15',
      parameters: { type: 'xml' },
      nextRunAt: '2026-11-21T07:15:00.000Z',
    });
    expect(await set('--cadence', 'weekly', '--weekday', 'monday', '--param', 'type=csv')).toMatchObject({
      weekday: 'monday',
      parameters: { type: 'csv' },
      webhook: `${receiver.url}/`,
      nextRunAt: '2026-11-23T07:15:00.000Z',
    });
    expect(await set('--no-webhook')).toMatchObject({ weekday: 'monday', webhook: null });
    await expect(set('--cadence', 'monthly')).rejects.toThrow(/day of the month from 1 to 31/);
    await expect(set('--no-webhook', '--webhook', receiver.url)).rejects.toThrow(/contradict/);
  });

  it('shows the newest run first, forgets runs of 400 days ago and keeps 1,000', async () => {
    setClock(service, '2026-11-20T10:00:00Z');
    const job = await createJob(service, { owner, endpoint });
    await service.command('schedule', 'run', job);
    const { db } = service.database;
    const [run] = await db.selectFrom('job_runs').selectAll().where('job_id', '=', job).execute();
    if (!run) throw new Error('there is no run');
    const old = Array.from({ length: 1_003 }, (_, at) => ({
      ...run,
      id: `old-${job}-${at}`,
      due_at: run.due_at - 1_000 * (at + 1),
    }));
    for (let at = 0; at < old.length; at += 500) {
      await db
        .insertInto('job_runs')
        .values(old.slice(at, at + 500))
        .execute();
    }
    await service.command('schedule', 'run', job);
    const runs = await historyOf(service, job);
    expect(runs.length).toBe(1_000);
    expect(runs.map(({ dueAt }) => dueAt)).toEqual(
      runs
        .map(({ dueAt }) => dueAt)
        .toSorted()
        .toReversed(),
    );
    await service.command('schedule', 'pause', job);
    setClock(service, '2027-12-26T10:00:00Z');
    await using other = await startPlatformService(platforms, {
      engine,
      from: service,
      ahead: service.clock.ahead,
    });
    await expect.poll(async () => (await historyOf(other, job)).length).toBe(0);
  });

  it('goes with its endpoint and with its account', async () => {
    const email = newEmail('leaver');
    await service.command('account', 'create', email, '--plan', 'lite');
    const [first, second] = [
      await service.publish(csv, '--owner', email),
      await service.publish(csv, '--owner', email),
    ];
    const jobs = [
      await createJob(service, { owner: email, endpoint: first }),
      await createJob(service, { owner: email, endpoint: second }),
    ];
    for (const job of jobs) await service.command('schedule', 'run', job);
    await service.command('endpoint', 'delete', first);
    expect((await jobsShown(service, email)).map(({ id }) => id)).toEqual([jobs[1]]);
    await expect(historyOf(service, jobs[0] ?? '')).rejects.toThrow(/no schedule/);
    await service.command('account', 'delete', email);
    const { db } = service.database;
    // It rests as long as the account can be restored, and goes with what that has here.
    const leftJobs = await db
      .selectFrom('jobs')
      .select(['id', 'next_run_at'])
      .where('id', 'in', jobs)
      .execute();
    expect(leftJobs).toEqual([{ id: jobs[1], next_run_at: null }]);
  });
});
