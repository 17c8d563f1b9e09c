/** Contract 6.1.1: trial users are reminded at 10, 50, 100, 150, 200, 250 and 300 requests, refused ones too. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openRecorder } from '../../src/usage/recorder.ts';
import { type CastMember, createOwner } from '../support/cast.ts';
import { engines, startTestService, type TestService } from '../support/service.ts';
import { patience } from './recorded-hits.ts';
import { hitOf, openBeside } from './usage-context.ts';

async function requestsOf({ database }: TestService, { email }: CastMember): Promise<number> {
  const account = database.db.selectFrom('accounts').select('requests').where('email', '=', email);
  return (await account.executeTakeFirstOrThrow()).requests;
}

async function remindersOf({ database }: TestService, { email }: CastMember): Promise<string[]> {
  const mails = database.db.selectFrom('outbox').selectAll().where('recipient', '=', email);
  return (await mails.orderBy('created_at').execute())
    .map(({ subject }) => subject)
    .filter((subject) => subject.startsWith('Your free trial'));
}

/** The tenth request uses the last credit: one mail, not two. */
const usedUp = 'Your free trial is used up';
const reminder = (requests: number): string => `Your free trial: ${requests} requests`;

describe.each(engines)('trial reminders on %s', (engine) => {
  let service: TestService;
  let trial: CastMember;
  beforeAll(async () => {
    service = await startTestService({ engine });
    trial = await createOwner(service, 'ann@example.com');
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const counted = (owner: CastMember, count: number): Promise<void> =>
    vi.waitFor(async () => expect(await requestsOf(service, owner)).toBe(count), patience);

  async function ask(count: number, owner = trial): Promise<number[]> {
    const statuses: number[] = [];
    for (let hit = 0; hit < count; hit++) {
      const answer = await service.get(owner.endpoint);
      await answer.arrayBuffer();
      statuses.push(answer.status);
    }
    return statuses;
  }

  it('come at ten requests, not at nine, and only once: as the mail that the trial is used up', async () => {
    await ask(9);
    await counted(trial, 9);
    expect(await remindersOf(service, trial)).toEqual([]);
    await ask(1);
    await counted(trial, 10);
    expect(await remindersOf(service, trial)).toEqual([usedUp]);
  });

  it('count refused requests, too', async () => {
    expect(new Set(await ask(40))).toEqual(new Set([403]));
    await counted(trial, 50);
    expect(await remindersOf(service, trial)).toEqual([usedUp, reminder(50)]);
    const mails = service.database.db.selectFrom('outbox').selectAll().where('subject', '=', reminder(50));
    const mail = await mails.executeTakeFirstOrThrow();
    expect(mail.body).toContain(`${service.environment['SITE_URL'] ?? ''}/app/`);
    expect(mail.html).toContain('<');
  });

  it('are one mail when many requests come together, that of the highest number', async () => {
    const owner = await createOwner(service, 'bo@example.com');
    await using beside = await openBeside(service);
    const recorder = openRecorder(beside.context);
    for (let hit = 0; hit < 260; hit++) recorder.record(hitOf(owner.endpoint, { status: 403, credits: 0 }));
    await recorder.close();
    expect(await requestsOf(service, owner)).toBe(260);
    expect(await remindersOf(service, owner)).toEqual([reminder(250)]);
  });

  it('end with 300', async () => {
    const owner = await createOwner(service, 'cy@example.com');
    await using beside = await openBeside(service);
    for (const count of [299, 1, 500]) {
      const recorder = openRecorder(beside.context);
      for (let hit = 0; hit < count; hit++) recorder.record(hitOf(owner.endpoint));
      await recorder.close();
    }
    expect(await requestsOf(service, owner)).toBe(800);
    expect(await remindersOf(service, owner)).toEqual([reminder(250), reminder(300)]);
  });

  it('are not for accounts with a plan', async () => {
    const paid = await createOwner(service, 'paid@example.com', '--plan', 'standard');
    await ask(12, paid);
    const hits = service.database.db.selectFrom('hits').selectAll().where('endpoint_id', '=', paid.endpoint);
    await vi.waitFor(async () => expect(await hits.execute()).toHaveLength(12), patience);
    expect(await requestsOf(service, paid)).toBe(0);
    expect(await remindersOf(service, paid)).toEqual([]);
  });
});
