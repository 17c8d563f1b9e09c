/** Usage at the dashboard: thirty bars that are a table, too, the log of requests as it grows, credits. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { expectAccessible, type Visitor, visitorOf } from '../support/dashboard.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { recordedHits } from '../usage/recorded-hits.ts';

const owner = 'ann@example.com';
let service: TestService;
let browser: Browser;
let ann: Visitor;
let page: Page;
let endpoint: string;
let quiet: string;

beforeAll(async () => {
  service = await startTestService();
  browser = await launchBrowser();
  ann = await visitorOf(browser, service, owner, '--plan', 'lite');
  page = ann.page;
  const csv = 'name,price\nwidget,10\n';
  endpoint = await service.publish(csv, '--owner', owner, '--name', 'Prices');
  quiet = await service.publish(csv, '--owner', owner, '--name', 'Quiet');
  const curl = { 'user-agent': 'curl/8.5.0' };
  await service.get(`${endpoint}?type=json_records`, curl);
  await service.get(endpoint, { 'user-agent': 'python-requests/2.32' });
  await service.get(`${endpoint}?type=docx&colour=red`, curl);
  await recordedHits(service, 3);
});
afterAll(async () => {
  await ann[Symbol.asyncDispose]();
  await browser.close();
  await service[Symbol.asyncDispose]();
});

const requests = () => page.getByRole('table', { name: 'Requests', exact: true });
const told = /^\w{3} \d{1,2}, \d{4}: 3 requests, 1 of them failed, 2 credits$/;

it('bars and table of an endpoint tell the same, by pointer, keys and for those who hear it', async () => {
  await ann.open(`endpoints/${endpoint}/usage`);
  await page.getByText(/^Last 30 days: 3 requests, 1 of them failed, 2 credits$/).waitFor();
  const bars = page.getByRole('slider', { name: 'Day' });
  await bars.focus();
  await page.keyboard.press('End');
  await expect.poll(() => bars.getAttribute('aria-valuetext')).toMatch(told);
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => bars.getAttribute('aria-valuetext')).toMatch(/: 0 requests, 0 credits$/);
  const box = await bars.boundingBox();
  if (!box) throw new Error('there are no bars');
  await page.mouse.move(box.x + box.width - 3, box.y + 20);
  await page.getByText(told).waitFor();
  await page.mouse.move(0, 0);
  await expectAccessible(page);
  await page.getByLabel('Show as a table').check();
  const days = page.getByRole('table', { name: 'Requests by day (UTC)' });
  expect(await days.getByRole('row').count()).toBe(31);
  const today = await days.getByRole('row').nth(1).getByRole('cell').allTextContents();
  expect(today.slice(1, 4)).toEqual(['3', '1', '2']);
  await expectAccessible(page);
});

it('the log tells every request in words, is filtered in the address, and grows by itself', async () => {
  await ann.open(`endpoints/${endpoint}/usage`);
  await requests().getByText('Python requests').waitFor();
  expect(await requests().getByRole('row').count()).toBe(4);
  await requests().getByText('JSON records').waitFor();
  await page.getByText('4xx', { exact: true }).click();
  await expect.poll(() => page.url()).toMatch(/\?status=refused$/);
  await requests().getByText('A query parameter has a value that it does not take.').waitFor();
  await requests().getByText('Ignored: colour').waitFor();
  await expect.poll(() => requests().getByRole('row').count()).toBe(2);
  await page.reload();
  await requests().getByText('A query parameter has a value that it does not take.').waitFor();
  expect(await requests().getByRole('row').count()).toBe(2);
  await page.getByText('5xx', { exact: true }).click();
  await page.getByText('No request with this outcome.').waitFor();
  await page.getByText('All', { exact: true }).click();
  await expect.poll(() => requests().getByRole('row').count()).toBe(4);
  await service.get(endpoint, { 'user-agent': 'Wget/1.21' });
  await requests().getByText('Wget').waitFor();
  await page.getByText(/^Last 30 days: 4 requests/).waitFor();
});

it('the log is paged by the service', async () => {
  const { db } = service.database;
  const [hit] = await db.selectFrom('hits').selectAll().limit(1).execute();
  if (!hit) throw new Error('there is no hit');
  const at = Date.now() - 1_000_000;
  const rows = Array.from({ length: 70 }, (_, index) => ({
    ...hit,
    endpoint_id: quiet,
    at: at - index,
    rows: index,
  }));
  await db.insertInto('hits').values(rows).execute();
  await ann.open(`endpoints/${quiet}/usage`);
  await expect.poll(() => requests().getByRole('row').count()).toBe(51);
  await page.getByRole('link', { name: 'Older' }).click();
  await expect.poll(() => requests().getByRole('row').count()).toBe(21);
  await page.getByRole('link', { name: 'Newest' }).click();
  await expect.poll(() => requests().getByRole('row').count()).toBe(51);
});

it('the account sees all endpoints, and its credits with a forecast', async () => {
  await ann.open('usage');
  await page.getByText(/^Last 30 days: 4 requests, 1 of them failed, 3 credits$/).waitFor();
  const list = page.getByRole('table', { name: 'Endpoints by requests' });
  expect(await list.getByRole('row').nth(1).getByRole('cell').first().textContent()).toBe('Prices');
  await page.getByText('Used this cycle').waitFor();
  const ledger = page.getByRole('table', { name: 'What changed the balance' });
  expect(await ledger.getByRole('row').nth(1).textContent()).toBe('Requests (total)-3');
  await expectAccessible(page);
  await list.getByRole('link', { name: 'Prices' }).click();
  await page.getByRole('heading', { level: 1, name: 'Prices' }).waitFor();
});
