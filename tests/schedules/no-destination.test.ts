/** A schedule that saves nowhere warns on the command line when it is made or changed, before a run costs a credit. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../support/service.ts';

const owner = 'ann@example.com';
const warning =
  'No destination: you only get an e-mail. Each run still costs a credit, and the data is saved nowhere.';
let service: TestService;
let endpoint: string;
beforeAll(async () => {
  service = await startTestService();
  await service.command('account', 'create', owner, '--plan', 'lite');
  endpoint = await service.publish('a\n1\n', '--owner', owner);
});
afterAll(() => service[Symbol.asyncDispose]());

const create = (...words: readonly string[]) => {
  const when = ['--cadence', 'daily', '--at', '07:30', '--zone', 'UTC'];
  const what = ['--endpoint', endpoint, '--name', 'Numbers'];
  return service.command('schedule', 'create', owner, ...what, ...when, ...words);
};
const set = (id: unknown, ...words: readonly string[]) =>
  service.command('schedule', 'set', String(id), ...words);

it('warns when it is made without one, and no longer when it gets one', async () => {
  const { id, warnings } = await create('--param', 'email_me=true');
  expect(warnings).toEqual([warning]);
  expect(await set(id, '--name', 'Other')).toMatchObject({ name: 'Other', warnings: [warning] });
  expect(await set(id, '--webhook', 'https://example.com/hook')).not.toHaveProperty('warnings');
  expect(await set(id, '--no-webhook')).toMatchObject({ warnings: [warning] });
});

it('does not warn of a webhook, Google Drive or a sheet, of its own or of its view', async () => {
  expect(await create('--webhook', 'https://example.com/hook')).not.toHaveProperty('warnings');
  const view = async (...parameters: readonly string[]) => {
    const words = parameters.flatMap((pair) => ['--param', pair]);
    return String((await service.command('proxy', 'create', endpoint, ...words))['id']);
  };
  expect(await create('--view', await view('type=xml'))).toMatchObject({ warnings: [warning] });
  expect(await create('--view', await view('save_to_gdrive=true'))).not.toHaveProperty('warnings');
  const sheet = ['save_to_gsheets=true', 'spreadsheet=abc', 'sheet=Out'];
  expect(await create(...sheet.flatMap((pair) => ['--param', pair]))).not.toHaveProperty('warnings');
});
