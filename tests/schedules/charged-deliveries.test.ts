/** Paid is what was delivered: a webhook that was sent everything is charged for, whatever it answers, and once a run. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { costOf, createOwner, expectLedgerWhole } from '../support/cast.ts';
import { engines, startTestService, type TestService } from '../support/service.ts';
import { createJob, historyOf, mailsTo } from './job-ground.ts';
import { type Receiver, startReceiver } from './webhook-receiver.ts';

const paid = 'Everything had been sent, so one credit was used.';

describe.each(engines)('a webhook on %s', (engine) => {
  let service: TestService;
  let receiver: Receiver;
  let owner: string;
  let endpoint: string;
  beforeAll(async () => {
    receiver = await startReceiver();
    service = await startTestService({ engine, environment: { WEBHOOK_PRIVATE_ADDRESSES: 'true' } });
    ({ email: owner, endpoint } = await createOwner(service, 'ann@example.com', '--plan', 'lite'));
  });
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await receiver[Symbol.asyncDispose]();
  });

  it('that takes everything and refuses it is charged each time, and the run has failed', async () => {
    receiver.answer = () => 400;
    const job = await createJob(service, { owner, endpoint }, '--webhook', `${receiver.url}/hook`);
    for (let time = 1; time <= 5; time++) {
      const { cost, answer } = await costOf(service, () => service.command('schedule', 'run', job));
      expect([cost, answer]).toMatchObject([
        1,
        {
          result: 'failed',
          error: 'Could not save to the webhook.',
          data: `The webhook answered with status 400. ${paid}`,
        },
      ]);
    }
    expect((await historyOf(service, job)).map(({ result }) => result)).toEqual(Array(5).fill('failed'));
    const mails = await mailsTo(service, owner);
    expect(mails.map(({ subject }) => subject)).toEqual(Array(5).fill('Scheduled Export Failed: Numbers'));
    expect(mails[0]?.body).toContain(paid);
    await expectLedgerWhole(service);
  });

  it('that fails three times in one run is charged once', async () => {
    receiver.answer = () => 500;
    receiver.got.length = 0;
    const job = await createJob(service, { owner, endpoint }, '--webhook', `${receiver.url}/hook`);
    const { cost, answer } = await costOf(service, () => service.command('schedule', 'run', job));
    expect([cost, receiver.got.length, answer]).toMatchObject([1, 3, { result: 'failed' }]);
  });

  it('by `endpoint send` is charged and says so', async () => {
    receiver.answer = () => 422;
    const send = () => service.command('endpoint', 'send', endpoint, '--webhook', receiver.url);
    const { cost } = await costOf(service, () => expect(send()).rejects.toThrow(paid));
    expect(cost).toBe(1);
  });

  it('of an account without limit fails, and nothing is said of a credit', async () => {
    receiver.answer = () => 400;
    const other = await createOwner(service, 'bob@example.com', '--plan', 'custom');
    const job = await createJob(
      service,
      { owner: other.email, endpoint: other.endpoint },
      '--webhook',
      receiver.url,
    );
    expect(await service.command('schedule', 'run', job)).toMatchObject({
      result: 'failed',
      data: 'The webhook answered with status 400.',
    });
  });
});
