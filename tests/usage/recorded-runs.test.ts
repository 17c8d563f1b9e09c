/** Exports that come through no connection are hits, too: scheduled runs and `endpoint send`. */
import { expect, it } from 'vitest';
import { createJob, endedRuns } from '../schedules/job-ground.ts';
import { startReceiver } from '../schedules/webhook-receiver.ts';
import { castTable, createOwner } from '../support/cast.ts';
import { engines, startTestService } from '../support/service.ts';
import { recordedHits } from './recorded-hits.ts';

it.each(engines)('records them with their outcome: %s', async (engine) => {
  await using receiver = await startReceiver();
  const environment = { WEBHOOK_PRIVATE_ADDRESSES: 'true' };
  await using service = await startTestService({ engine, environment });
  const { email: owner, endpoint } = await createOwner(service, 'ann@example.com', '--plan', 'lite');
  const webhook = ['--webhook', `${receiver.url}/hook`];
  await service.command('endpoint', 'send', endpoint, ...webhook);
  const job = await createJob(service, { owner, endpoint }, ...webhook);
  await service.command('schedule', 'run', job);
  await endedRuns(service, job, 1);
  receiver.answer = () => 410;
  await service.command('schedule', 'run', job);
  await endedRuns(service, job, 2);
  await expect(service.command('endpoint', 'send', endpoint, ...webhook)).rejects.toThrow();
  const common = { endpoint_id: endpoint, proxy: null };
  const success = { ...common, status: 200, type: 'csv', rows: 2, bytes: castTable.length, credits: 1 };
  const failure = { ...common, status: 500, error: 'saveFailed', type: null, credits: 1 };
  expect(await recordedHits(service, 4)).toMatchObject([
    { ...success, error: null, user_agent: 'Tablecast send' },
    { ...success, error: null, user_agent: 'Tablecast schedule' },
    { ...failure, user_agent: 'Tablecast schedule' },
    { ...failure, user_agent: 'Tablecast send' },
  ]);
});
