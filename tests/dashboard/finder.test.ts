/** Ctrl+K: finds what one has, pages and actions, by the keyboard alone. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { expectAccessible, type Visitor, visitorOf } from '../support/dashboard.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let browser: Browser;
let ann: Visitor;

beforeAll(async () => {
  service = await startTestService();
  browser = await launchBrowser();
  ann = await visitorOf(browser, service, 'ann@example.com', '--plan', 'lite');
  for (const name of ['Prices <b>', 'Stock'])
    await service.publish('a\n1\n', '--owner', 'ann@example.com', '--name', name);
});
afterAll(async () => {
  await ann[Symbol.asyncDispose]();
  await browser.close();
  await service[Symbol.asyncDispose]();
});

it('opens over any page, and Enter opens what is found', async () => {
  const { page } = ann;
  await ann.open('usage');
  await page.getByRole('heading', { level: 1, name: 'Usage' }).waitFor();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: /^Find endpoints/ });
  await field.waitFor();
  await page.keyboard.type('price');
  await page.getByRole('option', { name: 'Prices <b> Endpoint' }).waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Prices <b>' }).waitFor();
  expect(await field.count()).toBe(0);
});

it('arrows choose, pages and actions are among it, and no match is said', async () => {
  const { page } = ann;
  await ann.open('');
  await page.getByRole('link', { name: 'Stock', exact: true }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /^Find endpoints/ }).waitFor();
  await page.keyboard.type('create');
  await page.getByRole('option', { name: 'Create endpoint Action' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await expect
    .poll(() =>
      page.getByRole('listbox', { name: 'Found' }).getByRole('option', { selected: true }).textContent(),
    )
    .toBe('Create scheduleAction');
  await page.getByRole('combobox', { name: /^Find endpoints/ }).fill('nothing <i>');
  await page.getByText('No match for “nothing <i>”').waitFor();
  await page.getByRole('combobox', { name: /^Find endpoints/ }).fill('bin');
  await page.getByRole('option', { name: 'Bin Page' }).click();
  await page.getByRole('heading', { level: 1, name: 'Bin' }).waitFor();
});
