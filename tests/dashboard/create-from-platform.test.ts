/** A new endpoint of a table on a platform: connected right there, chosen step by step, previewed, made. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { expectConsentFor } from '../support/consent.ts';
import { expectAccessible, visitorOf } from '../support/dashboard.ts';
import { type Platforms, startPlatformService, startPlatforms } from '../support/platform-service.ts';
import type { TestService } from '../support/service.ts';
import { smallAirtable, smallSheet } from '../support/small-tables.ts';

let platforms: Platforms;
let service: TestService;
let browser: Browser;

beforeAll(async () => {
  platforms = await startPlatforms();
  const started = await startPlatformService(platforms);
  // The name in BASE_URL, to which a platform sends the browser back.
  service = { ...started, url: `http://localhost:${started.environment['PORT']}` };
  expectConsentFor(platforms, service);
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await service[Symbol.asyncDispose]();
  await platforms[Symbol.asyncDispose]();
});

async function choose(page: Page, label: string | RegExp, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option }).click();
}

/** While another preview is on its way, the former one is pale. */
const settled = (page: Page) => page.locator('[aria-busy=true]').waitFor({ state: 'detached' });

const addressOf = async (page: Page): Promise<string> => {
  await page.getByRole('heading', { name: 'Your URL is ready' }).waitFor();
  return new URL((await page.locator('pre').textContent()) ?? '').pathname.slice(1);
};

it('Airtable by token: from the list to a copied URL in less than 90 seconds', async () => {
  const { base } = smallAirtable(platforms.airtable);
  const token = platforms.airtable.addPersonalToken({ bases: [base] });
  await using ann = await visitorOf(browser, service, 'ann@example.com', '--plan', 'lite');
  const { page } = ann;
  const begun = performance.now();
  await ann.open('');
  await page.getByRole('link', { name: 'Airtable' }).click();
  await page.getByRole('button', { name: 'Use a token instead' }).click();
  await page.getByLabel('Airtable token').fill(token);
  await page.getByText('It sees 1 base:').waitFor();
  await page.getByRole('button', { name: 'Connect Airtable' }).click();
  await choose(page, 'Base', 'Small base');
  await choose(page, 'Table', 'Small table');
  await page.getByRole('region', { name: 'Preview' }).getByRole('table').waitFor();
  await page.getByRole('link', { name: 'Next: fields and name' }).click();
  await page.getByRole('button', { name: 'Create endpoint' }).click();
  const id = await addressOf(page);
  await page.getByRole('button', { name: 'Copy the URL' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  expect(performance.now() - begun).toBeLessThan(90_000);
  expect(new URL(await ann.copied()).pathname).toBe(`/${id}`);
  const csv = await (await service.get(id)).text();
  expect(csv.trim().split('\n')).toHaveLength(4);
});

it('back and forth loses nothing; each step can be used by everybody; fields are exported in their order', async () => {
  const { base, words } = smallAirtable(platforms.airtable);
  const token = platforms.airtable.addPersonalToken({ bases: [base] });
  await using bo = await visitorOf(browser, service, 'bo@example.com', '--plan', 'lite');
  await service.command('connection', 'add', 'bo@example.com', '--platform', 'airtable', '--token', token);
  const { page } = bo;
  await bo.open('new/airtable/fields');
  await page.getByRole('button', { name: /^Use usr/ }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Use usr/ }).click();
  await page.getByRole('combobox', { name: 'Base' }).click();
  await page.getByRole('option', { name: 'Small base' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('option', { name: 'Small base' }).click();
  await choose(page, 'Table', 'Small table');
  await page.getByRole('region', { name: 'Preview' }).getByRole('table').waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Next: fields and name' }).click();
  await page.getByRole('radio', { name: 'Only these, in this order' }).click();
  const boxes = page.getByRole('list', { name: 'Fields in their order' }).getByRole('checkbox');
  const [first = '', second = ''] = await page.getByRole('columnheader').allTextContents();
  await page.getByRole('button', { name: `Move ${second} up` }).click();
  await expect.poll(() => page.getByRole('columnheader').first().textContent()).toBe(second);
  expect(await boxes.count()).toBeGreaterThan(1);
  await settled(page);
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'Name' }).fill('Orders');
  await page.goBack();
  await page.getByText('Step 2 of 3').waitFor();
  expect(await page.getByRole('combobox', { name: 'Table' }).inputValue()).toBe('Small table');
  await page.reload();
  await page.getByRole('link', { name: 'Next: fields and name' }).click();
  await page.getByRole('button', { name: 'Create endpoint' }).click();
  const id = await addressOf(page);
  const [header = ''] = (await (await service.get(id)).text()).split('\n');
  expect(header.startsWith(`${second},${first}`)).toBe(true);
  expect(words).toHaveLength(4);
});

it('a Google sheet by its pasted address', async () => {
  const [, spreadsheet = '', , sheet = ''] = smallSheet(platforms.google);
  await using cy = await visitorOf(browser, service, 'cy@example.com', '--plan', 'lite');
  const { page } = cy;
  await cy.open('new/google');
  await page.getByRole('button', { name: 'Connect with Google' }).click();
  const address = page.getByRole('textbox', { name: 'Or paste its URL' });
  await address.fill(`https://docs.google.com/spreadsheets/d/${spreadsheet}/edit#gid=0`);
  await address.press('Enter');
  await choose(page, /^Sheet/, sheet);
  await page.getByRole('region', { name: 'Preview' }).getByRole('table').waitFor();
  await page.getByRole('link', { name: 'Next: fields and name' }).click();
  await page.getByRole('button', { name: 'Create endpoint' }).click();
  expect((await (await service.get(await addressOf(page))).text()).trim().split('\n')).toHaveLength(4);
});
