/** What is in a column: opened from its heading, read without a mouse, and a click on a value filters by it. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { expectAccessible, stranger, visitorOf } from '../support/dashboard.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** Every scan looks at four views of the page. */
const slow = { timeout: 180_000 };

let service: TestService;
let browser: Browser;

beforeAll(async () => {
  service = await startTestService();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await service[Symbol.asyncDispose]();
});

it('opens from the heading, on the endpoint and on its public page', slow, async () => {
  await using ann = await visitorOf(browser, service, 'ann@example.com', '--plan', 'lite');
  const lines = Array.from({ length: 40 }, (_, at) => `${at % 4 === 0 ? 'South' : 'North'},${at}`);
  const csv = `region,price\n${lines.join('\n')}\n`;
  const id = await service.publish(csv, '--owner', 'ann@example.com', '--name', 'Prices');
  await ann.open(`endpoints/${id}`);
  const { page } = ann;
  await page.getByRole('button', { name: 'What is in the column price' }).click();
  const dialog = page.getByRole('dialog', { name: 'price' });
  await dialog.getByText('Whole number · 40 rows').waitFor();
  await dialog.getByRole('row', { name: 'Average 19.5' }).waitFor();
  await dialog.getByText('0 to 2: 2.', { exact: false }).waitFor({ state: 'attached' });
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });

  await page.getByRole('button', { name: 'What is in the column region' }).press('Enter');
  await page.getByRole('dialog', { name: 'region' }).getByRole('button', { name: 'South' }).click();
  await page.getByText('10 matching rows in all').waitFor();

  await service.command('endpoint', 'set', id, '--public', 'true');
  await using somebody = await stranger(browser, service);
  await somebody.open(`t/${id}`);
  await somebody.page.getByRole('button', { name: 'What is in the column region' }).click();
  const seen = somebody.page.getByRole('dialog', { name: 'region' });
  await seen.getByText('Text · 40 rows').waitFor();
  expect(await seen.getByRole('button', { name: 'South' }).count()).toBe(0);
  await expectAccessible(somebody.page);
});
