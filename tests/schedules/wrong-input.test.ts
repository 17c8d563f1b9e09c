/** What a scheduled job must be (contract 1.7): wrong input is one line that says what to do. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOwner } from '../support/cast.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { createJob, jobsShown } from './job-ground.ts';

const daily = ['--cadence', 'daily', '--at', '07:30', '--zone', 'UTC'];

describe('a scheduled job that cannot be', () => {
  let service: TestService;
  let endpoint: string;
  let foreign: string;
  const owner = 'owner@example.com';
  beforeAll(async () => {
    service = await startTestService();
    ({ endpoint } = await createOwner(service, owner, '--plan', 'lite'));
    ({ endpoint: foreign } = await createOwner(service, 'other@example.com', '--plan', 'lite'));
  });
  afterAll(() => service[Symbol.asyncDispose]());

  it.each<[string, readonly string[], RegExp]>([
    ['hour 25', ['--cadence', 'daily', '--at', '25:00', '--zone', 'UTC'], /^The time must be HH:MM/],
    ['minute 60', ['--cadence', 'daily', '--at', '07:60', '--zone', 'UTC'], /^The time must be HH:MM/],
    ['a time without zero', ['--cadence', 'daily', '--at', '7:30', '--zone', 'UTC'], /such as 07:30/],
    ['no time', ['--cadence', 'daily', '--zone', 'UTC'], /^The time must be HH:MM/],
    [
      'an unknown zone',
      ['--cadence', 'daily', '--at', '07:30', '--zone', 'Mars/Base'],
      /IANA .* "Mars\/Base"/,
    ],
    ['an offset as zone', ['--cadence', 'daily', '--at', '07:30', '--zone', '+02:00'], /IANA/],
    ['no zone', ['--cadence', 'daily', '--at', '07:30'], /IANA/],
    [
      'no cadence',
      ['--at', '07:30', '--zone', 'UTC'],
      /^The cadence must be one of daily, weekly, monthly\.$/,
    ],
    ['hourly', ['--cadence', 'hourly', '--at', '07:30', '--zone', 'UTC'], /one of daily, weekly, monthly/],
    [
      'weekly without weekday',
      ['--cadence', 'weekly', '--at', '07:30', '--zone', 'UTC'],
      /needs a weekday: one of monday/,
    ],
    [
      'weekly on no weekday',
      ['--cadence', 'weekly', '--at', '07:30', '--zone', 'UTC', '--weekday', 'mo'],
      /one of monday/,
    ],
    [
      'monthly without day',
      ['--cadence', 'monthly', '--at', '07:30', '--zone', 'UTC'],
      /day of the month from 1 to 31/,
    ],
    ['day 32', ['--cadence', 'monthly', '--at', '07:30', '--zone', 'UTC', '--day', '32'], /from 1 to 31/],
    ['day 0', ['--cadence', 'monthly', '--at', '07:30', '--zone', 'UTC', '--day', '0'], /from 1 to 31/],
    ['daily with a day', [...daily, '--day', '3'], /^Only a monthly job has a day; leave it out\.$/],
    ['daily with a weekday', [...daily, '--weekday', 'monday'], /^Only a weekly job has a weekday/],
    ['a parameter that is none', [...daily, '--param', 'typ=xml'], /no parameter typ/],
    ['a wrong value of a parameter', [...daily, '--param', 'type=exe'], /type.* must be one of/],
    ['a waiting page', [...daily, '--param', 'show_wait_page=true'], /show_wait_page has no effect/],
    ['parameters that are too long', [...daily, '--param', `sql=${'x'.repeat(20_001)}`], /20000 characters/],
    ['a webhook at home', [...daily, '--webhook', 'http://127.0.0.1/'], /not in the public internet/],
    ['a webhook by ftp', [...daily, '--webhook', 'ftp://example.com/'], /not a full http or https URL/],
    [
      'a webhook with a password',
      [...daily, '--webhook', 'https://u:p@example.com/'],
      /user name or password/,
    ],
    ['a name of two lines', [...daily, '--name', 'a\nBcc: b@example.com'], /one line/],
    ['no name', [...daily, '--name', ' '], /^The name of a job is one line of 1 to 200 characters\.$/],
  ])('%s', async (_, words, told) => {
    const given = ['--endpoint', endpoint, '--name', 'Numbers', ...words];
    const said = await messageOf(service.command('schedule', 'create', owner, ...given));
    expect(said).toMatch(told);
    expect(said).not.toContain('\n');
  });

  it('of an endpoint of another account, or of none', async () => {
    for (const other of [foreign, 'nothing']) {
      expect(await messageOf(createJob(service, { owner, endpoint: other }))).toBe(
        `${owner} has no endpoint ${other}. List them with: endpoint list ${owner}`,
      );
    }
  });

  it.each([
    [
      'on the trial',
      [],
      [],
      /^Scheduled jobs need a paid plan\. .* has the Free Trial: choose a plan first\.$/,
    ],
    [
      'whose subscription has ended',
      ['--plan', 'lite'],
      ['--subscription-ends', '2020-01-01T00:00:00Z'],
      /has ended: choose a plan first\.$/,
    ],
  ])('of an account %s', async (name, options, changes, told) => {
    const email = `${name.replaceAll(' ', '-')}@example.com`;
    const poor = await createOwner(service, email, ...options);
    if (changes.length > 0) await service.command('account', 'set', email, ...changes);
    expect(await messageOf(createJob(service, { owner: email, endpoint: poor.endpoint }))).toMatch(told);
  });

  it('beyond the thousandth of an account', async () => {
    const email = 'many@example.com';
    const { endpoint: own } = await createOwner(service, email, '--plan', 'pro');
    const first = await createJob(service, { owner: email, endpoint: own });
    const { db } = service.database;
    const job = await db.selectFrom('jobs').selectAll().where('id', '=', first).executeTakeFirstOrThrow();
    const more = Array.from({ length: 998 }, (_, at) => ({ ...job, id: `${first}${at}` }));
    await db.insertInto('jobs').values(more).execute();
    await createJob(service, { owner: email, endpoint: own });
    expect(await messageOf(createJob(service, { owner: email, endpoint: own }))).toMatch(
      /has 1000 scheduled jobs/,
    );
    expect((await jobsShown(service, email)).length).toBe(1_000);
  });

  it.each(['run', 'set', 'pause', 'resume', 'delete', 'history'])(
    'schedule %s of one that is not there',
    async (verb) => {
      const refusal = 'There is no schedule nothing. List them with: schedule list EMAIL';
      expect(await messageOf(service.command('schedule', verb, 'nothing'))).toBe(refusal);
      // The noun of earlier versions.
      expect(await messageOf(service.command('job', verb, 'nothing'))).toBe(refusal);
    },
  );
});

async function messageOf(refused: Promise<unknown>): Promise<string> {
  try {
    await refused;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  throw new Error('it was not refused');
}
