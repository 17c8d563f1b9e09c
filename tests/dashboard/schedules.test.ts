/** Schedules at the dashboard: made, run at once, seen in the history, changed, paused, deleted. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createJob, endedRuns, jobsShown } from '../schedules/job-ground.ts';
import { type Receiver, startReceiver } from '../schedules/webhook-receiver.ts';
import { launchBrowser } from '../support/browser.ts';
import { expectAccessible, type Visitor, visitorOf } from '../support/dashboard.ts';
import { startTestService, type TestService } from '../support/service.ts';

const owner = 'ann@example.com';
const csv = 'name,price\nwidget,10\ngadget,20\n';
let browser: Browser;
let receiver: Receiver;
let service: TestService;
let endpoint: string;
let ann: Visitor;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  receiver = await startReceiver();
});
beforeEach(async () => {
  receiver.answer = () => 204;
  receiver.got.length = 0;
  service = await startTestService({ environment: { WEBHOOK_PRIVATE_ADDRESSES: 'true' } });
  ann = await visitorOf(browser, service, owner, '--plan', 'lite');
  page = ann.page;
  endpoint = await service.publish(csv, '--owner', owner, '--name', 'Prices');
});
afterEach(async () => {
  await ann[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});
afterAll(async () => {
  await receiver[Symbol.asyncDispose]();
  await browser.close();
});

const button = (name: string | RegExp) => page.getByRole('button', { name });
const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const dialog = () => page.getByRole('dialog');
const choose = async (label: string, option: string): Promise<void> => {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};

it('a schedule is made, run at once and seen in the history, and its webhook gets the export', async () => {
  await ann.open('schedules');
  await page.getByText('No schedules yet').waitFor();
  await page.getByRole('link', { name: 'New schedule' }).click();
  await heading('New schedule');
  await choose('Endpoint', 'Prices');
  await page.getByLabel('Name').fill('Morning prices');
  await page.getByRole('radio', { name: 'Weekly' }).check();
  await page.getByLabel('Weekday').selectOption('Friday');
  await page.getByLabel('Time', { exact: true }).fill('07:30');
  expect(await page.getByRole('combobox', { name: 'Time zone' }).inputValue()).toBe('Europe/Berlin');
  const planned = page.getByRole('list', { name: 'Next runs' });
  await planned
    .getByText(/^Fri, .*07:30/)
    .nth(2)
    .waitFor();
  const warning = page.getByText('No destination: you only get an e-mail');
  await warning.waitFor();
  await page.getByText('Each run still costs a credit, and the data is saved nowhere.').waitFor();
  await page.getByLabel('A webhook').check();
  await warning.waitFor({ state: 'detached' });
  await page.getByRole('textbox', { name: /^URL/ }).fill('nowhere');
  await button('Add a parameter').click();
  await page.getByRole('combobox', { name: 'Value' }).fill('json_values');
  await button('Create the schedule').click();
  await page.getByText('The URL of the webhook is not a full http or https URL.').waitFor();
  await expect.poll(() => page.evaluate('document.activeElement.dataset.path')).toBe('webhook');
  await expectAccessible(page);
  await page.getByRole('textbox', { name: /^URL/ }).fill(`${receiver.url}/hook`);
  await button('Create the schedule').click();
  await heading('Morning prices');
  await page.getByText('It has not run yet.').waitFor();
  await button('Run now').click();
  const row = page.getByRole('table', { name: 'History' }).getByRole('row').nth(1);
  await row.getByText('Succeeded').waitFor();
  expect(await row.getByRole('cell').nth(4).textContent()).toBe('2');
  expect(receiver.got).toEqual([{ path: '/hook', body: '[["widget",10],["gadget",20]]' }]);
  expect(await jobsShown(service, owner)).toMatchObject([
    {
      name: 'Morning prices',
      endpoint,
      cadence: 'weekly',
      at: '07:30',
      zone: 'Europe/Berlin',
      state: 'active',
    },
  ]);
  await ann.open('schedules');
  await page
    .getByRole('row', { name: /Morning prices.*Every Friday at 07:30, Europe\/Berlin.*Succeeded/ })
    .waitFor();
});

it('a failed run shows its reason with the page that explains it', async () => {
  receiver.answer = () => 410;
  await ann.open('schedules');
  await page.getByText('No schedules yet').waitFor();
  await expectAccessible(page);
  const id = await createJob(service, { owner, endpoint }, '--webhook', `${receiver.url}/gone`);
  await page.reload();
  await button('Run Numbers now').click();
  await endedRuns(service, id, 1);
  await page.getByText("We couldn't save the export to the webhook.").waitFor();
  await page.getByText('Details').click();
  await page.getByText('Could not save to the webhook. The webhook answered with status 410.').waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Numbers' }).click();
  await heading('Numbers');
  await page.getByText('Details').click();
  await page.getByText('The webhook answered with status 410.').waitFor();
  const help = await page.getByRole('link', { name: 'What this means' }).getAttribute('href');
  expect((await fetch(help?.replace('localhost', '127.0.0.1') ?? '')).status).toBe(200);
  await expectAccessible(page);
});

it('is paused and resumed with a way back, changed, and deleted after a warning', async () => {
  const id = await createJob(service, { owner, endpoint, name: 'Nightly' });
  const state = async () => (await jobsShown(service, owner)).map((job) => job.state);
  await ann.open(`schedules/${id}`);
  await heading('Nightly');
  await button('Pause').click();
  await page.getByText('None: it is paused.').waitFor();
  expect(await state()).toEqual(['paused']);
  await button('Undo').click();
  await page.getByRole('list', { name: 'Next runs' }).waitFor();
  expect(await state()).toEqual(['active']);
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await heading('Edit schedule');
  await page.getByLabel('Name').fill('Evening');
  await page.getByRole('radio', { name: 'Monthly' }).check();
  await page.getByLabel('Day of the month').selectOption('Last day of the month');
  await page.getByLabel('Google Drive').check();
  await page.getByText('No Google account is connected').waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Cancel' }).click();
  await dialog().getByText('Leave without saving?').waitFor();
  await expectAccessible(page);
  await button('Stay').click();
  await page.getByLabel('Google Drive').uncheck();
  await button('Save').click();
  await heading('Evening');
  expect(await jobsShown(service, owner)).toMatchObject([{ name: 'Evening', cadence: 'monthly' }]);
  await button('Delete').click();
  await dialog().getByText('It runs no more').waitFor();
  await expectAccessible(page);
  await button('Delete the schedule').click();
  await page.getByText('No schedules yet').waitFor();
  expect(await jobsShown(service, owner)).toEqual([]);
  await ann.open(`schedules/${id}`);
  await page.getByText('There is no such schedule').waitFor();
});

it('what was typed is there again, but not the address of a webhook', async () => {
  await ann.open(`schedules/new?endpoint=${endpoint}`);
  await expect.poll(() => page.getByRole('combobox', { name: 'Endpoint' }).inputValue()).toBe('Prices');
  await page.getByLabel('Name').fill('Half done');
  await page.getByLabel('A webhook').check();
  await page.getByRole('textbox', { name: /^URL/ }).fill('https://example.com/secret');
  page.on('dialog', (asked) => asked.accept());
  await ann.open('schedules/new');
  await page.getByText('This is what you had begun.').waitFor();
  expect(await page.getByLabel('Name').inputValue()).toBe('Half done');
  expect(await page.getByRole('textbox', { name: /^URL/ }).inputValue()).toBe('');
  expect(await page.evaluate('JSON.stringify(localStorage)')).not.toContain('secret');
  await button('Start afresh').click();
  await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('');
});

it('the secret of webhooks is shown, copied and renewed', async () => {
  const id = await createJob(service, { owner, endpoint }, '--webhook', `${receiver.url}/hook`);
  await ann.open(`schedules/${id}`);
  await button('Show the signing secret').click();
  await button('Copy the secret').click();
  await button('Copied').waitFor();
  const first = await ann.copied();
  expect(await service.command('account', 'webhook-secret', owner)).toEqual({ secret: first });
  await expectAccessible(page);
  await button('Renew').click();
  await dialog().getByText('Make a new secret?').waitFor();
  await expectAccessible(page);
  await button('Make a new secret').click();
  await dialog().getByText('This is the new secret.').waitFor();
  const { secret } = await service.command('account', 'webhook-secret', owner);
  expect(secret).not.toBe(first);
  await dialog().getByText(String(secret)).waitFor();
  await button('Done').click();
  await dialog().waitFor({ state: 'hidden' });
});

it('on the free trial it says what is needed, and leads to the plans', async () => {
  await using bo = await visitorOf(browser, service, 'bo@example.com');
  for (const path of ['schedules', 'schedules/new']) {
    await bo.open(path);
    await bo.page.getByText('Scheduled jobs need a paid plan.').waitFor();
    await expectAccessible(bo.page);
  }
  await bo.page.getByRole('link', { name: 'See the plans' }).click();
  await bo.page.getByRole('heading', { level: 1, name: 'Plans' }).waitFor();
});
