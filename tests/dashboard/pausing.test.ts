/** Pausing in the dashboard: several from the list, with a way back; one in its settings; what the pages then say. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { expectAccessible, stranger, type Visitor, visitorOf } from '../support/dashboard.ts';
import { startTestService, type TestService } from '../support/service.ts';

const owner = 'ann@example.com';
/** Every scan looks at two views of the page. */
const slow = { timeout: 180_000 };

let service: TestService;
let browser: Browser;
let ann: Visitor;
let prices: string;
let stock: string;

beforeAll(async () => {
  service = await startTestService();
  browser = await launchBrowser();
  ann = await visitorOf(browser, service, owner, '--plan', 'lite');
  prices = await service.publish('a\n1\n', '--owner', owner, '--name', 'Prices');
  stock = await service.publish('a\n1\n', '--owner', owner, '--name', 'Stock');
});
afterAll(async () => {
  await ann[Symbol.asyncDispose]();
  await browser.close();
  await service[Symbol.asyncDispose]();
});

const button = (name: string) => ann.page.getByRole('button', { name, exact: true });
const statusOf = async (id: string) => (await service.get(id)).status;

it('several are paused from the list, undone, and resumed one by one', slow, async () => {
  const { page } = ann;
  await ann.open('');
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await button('Pause').click();
  await page.getByText('2 endpoints are paused.').waitFor();
  expect([await statusOf(prices), await statusOf(stock)]).toEqual([403, 403]);
  await button('Undo').click();
  await page.getByText('2 endpoints are live again.').waitFor();
  expect([await statusOf(prices), await statusOf(stock)]).toEqual([200, 200]);
  await page.getByRole('checkbox', { name: 'Select Prices' }).check();
  await button('Pause').click();
  await page.getByText('Prices is paused.').waitFor();
  await page.getByRole('combobox', { name: 'State' }).selectOption('Paused');
  await expect.poll(() => page.getByRole('row').count()).toBe(2);
  const row = page.getByRole('row').filter({ hasText: 'Prices' });
  await row.getByText('Paused').waitFor();
  await expectAccessible(page);
  await row.getByRole('button', { name: 'Resume the endpoint Prices' }).click();
  await page.getByText('Prices is live again.').waitFor();
  expect(await statusOf(prices)).toBe(200);
  await page.getByRole('heading', { name: 'None of your endpoints has the state “Paused”' }).waitFor();
});

it('one is paused in its settings; its page, preview, schedule and public page follow', slow, async () => {
  const { page } = ann;
  const schedule = ['--name', 'Mornings', '--cadence', 'daily', '--at', '07:00', '--zone', 'UTC'];
  const made = await service.command('schedule', 'create', owner, '--endpoint', stock, ...schedule);
  await service.command('endpoint', 'set', stock, '--public', 'true');
  await ann.open(`endpoints/${stock}/settings`);
  await page.getByText('its schedules are skipped', { exact: false }).first().waitFor();
  await button('Pause endpoint').click();
  await page.getByText('Stock is paused.').waitFor();
  await page.getByText('This endpoint is paused').waitFor();
  await button('Resume endpoint').waitFor();
  expect(await statusOf(stock)).toBe(403);
  await expectAccessible(page);

  await ann.open(`endpoints/${stock}`);
  await page.getByText('This endpoint is paused').waitFor();
  await page.getByRole('cell', { name: '1', exact: true }).first().waitFor();

  await ann.open(`schedules/${made['id']}`);
  await page.getByRole('button', { name: 'Resume the endpoint Stock' }).waitFor();
  await button('Run now').click();
  await page.getByText('The endpoint Stock is paused. Resume it first, then run the schedule.').waitFor();
  await expectAccessible(page);

  await using visitor = await stranger(browser, service);
  await visitor.open(`t/${stock}`);
  await visitor.page.getByText('This URL is paused').waitFor();
  expect(await visitor.page.getByRole('table').count()).toBe(0);
  await expectAccessible(visitor.page);

  await ann.open(`endpoints/${stock}`);
  await page.getByRole('button', { name: 'Resume the endpoint Stock' }).click();
  await page.getByText('Stock is live again.').waitFor();
  await page.getByText('This endpoint is paused').waitFor({ state: 'detached' });
  expect(await statusOf(stock)).toBe(200);
});
