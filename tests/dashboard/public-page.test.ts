/** The public page of an endpoint: off nobody sees it, on everybody does, without rows if there is a token. */
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

it('is switched on by the owner, and then seen by a stranger', slow, async () => {
  await using ann = await visitorOf(browser, service, 'ann@example.com', '--plan', 'lite');
  await using somebody = await stranger(browser, service);
  const csv = 'name,price\n<script>alert(1)</script>,10\n';
  const id = await service.publish(csv, '--owner', 'ann@example.com', '--name', 'Prices');
  const address = `t/${id}`;
  await somebody.open(address);
  await somebody.page.getByRole('heading', { name: 'There is no such page' }).waitFor();
  await expectAccessible(somebody.page);

  await ann.open(`endpoints/${id}/settings`);
  await ann.page.getByRole('textbox', { name: 'Description' }).fill('Prices of <b>today</b>');
  await ann.page.getByRole('button', { name: 'Save' }).click();
  await ann.page.getByText('The settings are saved.').waitFor();
  await ann.page.getByRole('switch', { name: 'Public page' }).click();
  await ann.page.getByText('The public page is on.').waitFor();
  await expectAccessible(ann.page);
  await ann.page.getByRole('button', { name: 'Copy the URL of the public page' }).click();
  expect(await ann.copied()).toMatch(new RegExp(`/app/t/${id}$`));

  const { page } = somebody;
  await somebody.open(address);
  await page.getByRole('heading', { level: 1, name: 'Prices' }).waitFor();
  await page.getByText('Prices of <b>today</b>').waitFor();
  await page.getByRole('cell', { name: '<script>alert(1)</script>' }).waitFor();
  await page.getByText('whole number').waitFor();
  await page.getByRole('tab', { name: 'pandas' }).click();
  await page.getByRole('button', { name: 'Copy the text for pandas' }).waitFor();
  await expectAccessible(page);

  await service.command('endpoint', 'set', id, '--token', 'a-token-of-16-letters');
  await somebody.open(address);
  await page.getByText('Needs a token').waitFor();
  await page.getByRole('heading', { name: 'Columns' }).waitFor();
  expect(await page.getByRole('heading', { name: 'First rows' }).count()).toBe(0);
});
