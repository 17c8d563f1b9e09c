/** The list of endpoints: search, order and page in the address, what is said when there is nothing, and states. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { randomId } from '../../src/base/random-id.ts';
import { launchBrowser } from '../support/browser.ts';
import { expectAccessible, type Visitor, visitorOf } from '../support/dashboard.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let browser: Browser;
let ann: Visitor;
let prices: string;

beforeAll(async () => {
  service = await startTestService();
  browser = await launchBrowser();
  ann = await visitorOf(browser, service, 'ann@example.com', '--plan', 'standard');
  prices = await service.publish(
    'a\n1\n',
    '--owner',
    'ann@example.com',
    '--name',
    'Prices',
    '--token',
    'tiny',
  );
  const { db } = service.database;
  const row = await db.selectFrom('endpoints').selectAll().executeTakeFirstOrThrow();
  const connection = randomId();
  await db
    .insertInto('connections')
    .values({
      id: connection,
      account_id: row.account_id,
      platform: 'airtable',
      state: 'revoked',
      secret: null,
      expires_at: null,
      refreshing_until: null,
      version: 1,
      created_at: row.created_at,
    })
    .execute();
  const settings = JSON.stringify({ tableName: 'Orders of <b>March</b>' });
  const stopped = { source: 'airtable', source_settings: settings, connection_id: connection };
  const others = Array.from({ length: 119 }, (_, at) => ({
    ...row,
    id: randomId(),
    name: `Stock ${String(at).padStart(3, '0')}`,
    name_folded: `stock ${String(at).padStart(3, '0')}`,
    token_digest: null,
    created_at: row.created_at - 1_000 - at,
    ...(at === 7 && stopped),
  }));
  await db.insertInto('endpoints').values(others).execute();
});
afterAll(async () => {
  await ann[Symbol.asyncDispose]();
  await browser.close();
  await service[Symbol.asyncDispose]();
});

const link = (name: string) => ann.page.getByRole('link', { name, exact: true });

it('shows each with its table, lock and state, and copies its address', async () => {
  const { page } = ann;
  await ann.open('');
  await link('Prices').waitFor();
  expect(await page.getByRole('row').count()).toBe(51);
  await page.getByRole('img', { name: 'Needs a token' }).waitFor();
  await page.getByRole('button', { name: 'Copy the URL of Prices' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  expect(new URL(await ann.copied()).pathname).toBe(`/${prices}`);
  const stopped = page.getByRole('row').filter({ has: link('Stock 007') });
  await stopped.getByText('Orders of <b>March</b>').waitFor();
  await stopped.getByRole('link', { name: 'Connection stopped' }).waitFor();
  await expectAccessible(page);
});

it('is searched by a key, paged and sorted; all of that is in the address', async () => {
  const { page } = ann;
  await ann.open('?page=9&sort=nothing&search=');
  await page.getByRole('heading', { name: 'There is no page 9' }).waitFor();
  await page.getByRole('link', { name: 'To the first page' }).click();
  await page.getByRole('link', { name: 'Next' }).click();
  await page.getByText('Page 2 of 3').waitFor();
  expect(new URL(page.url()).searchParams.get('page')).toBe('2');
  await page.getByRole('heading', { name: 'Endpoints' }).focus();
  await page.keyboard.press('/');
  await page.keyboard.type('STOCK 11');
  await link('Stock 118').waitFor();
  await expect.poll(() => page.getByRole('row').count()).toBe(10);
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Name');
  await expect.poll(() => page.getByRole('row').nth(1).textContent()).toMatch(/^Stock 110/);
  await page.reload();
  await expect.poll(() => page.getByRole('row').nth(1).textContent()).toMatch(/^Stock 110/);
  expect(await page.getByRole('searchbox').inputValue()).toBe('STOCK 11');
});

it('says that nothing matches, and clears the search', async () => {
  const { page } = ann;
  await ann.open('?search=nothing%20<i>');
  await page.getByRole('heading', { name: 'No match for “nothing <i>”' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await link('Prices').waitFor();
});

it('says why an account serves nothing', async () => {
  await service.command('account', 'set', 'ann@example.com', '--credits', '0');
  await ann.open('?search=Prices');
  await ann.page.getByRole('link', { name: 'No credits left' }).waitFor();
  await service.command('account', 'set', 'ann@example.com', '--credits', '20');
});

it('is sorted by a click on a column, and again the other way round', async () => {
  const { page } = ann;
  await ann.open('?search=Stock');
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('link').click();
  await expect.poll(() => page.getByRole('row').nth(1).textContent()).toMatch(/^Stock 000/);
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('link').click();
  await expect.poll(() => page.getByRole('row').nth(1).textContent()).toMatch(/^Stock 118/);
  expect(await page.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('descending');
  expect(new URL(page.url()).searchParams.get('direction')).toBe('desc');
});

it('is filtered by source and state; a link with the tag of somebody else says that none has it', async () => {
  const { page } = ann;
  await ann.open('');
  await page.getByRole('combobox', { name: 'Source' }).selectOption('Airtable');
  await expect.poll(() => page.getByRole('row').count()).toBe(2);
  await link('Stock 007').waitFor();
  await page.getByRole('combobox', { name: 'State' }).selectOption('Working');
  await page.getByRole('heading', { name: 'None of your endpoints matches these filters' }).waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await link('Prices').waitFor();
  await ann.open('?tag=Their%20<b>');
  await page.getByRole('heading', { name: 'None of your endpoints has the tag “Their <b>”' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Show all endpoints' }).click();
  await link('Prices').waitFor();
});

it('several are tagged and deleted together, and come back', async () => {
  const { page } = ann;
  await ann.open('?search=Stock%2001&sort=name');
  await page.getByRole('checkbox', { name: 'Select Stock 010' }).check();
  await page.getByRole('checkbox', { name: 'Select Stock 011' }).check();
  await page.getByText('2 selected').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Tag', exact: true }).click();
  await page.getByRole('combobox', { name: 'Add tags' }).fill('Warehouse');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Save tags' }).click();
  await page.getByRole('link', { name: 'Warehouse' }).first().click();
  await expect.poll(() => page.getByRole('row').count()).toBe(3);
  expect(new URL(page.url()).searchParams.get('tag')).toBe('Warehouse');
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Delete 2 endpoints' }).click();
  await page.getByRole('heading', { name: 'None of your endpoints has the tag “Warehouse”' }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await link('Stock 011').waitFor();
});

it('what was deleted is in the bin, and comes back from there', async () => {
  const { page } = ann;
  await service.command('endpoint', 'delete', prices);
  await ann.open('bin');
  await page.getByRole('cell', { name: 'Prices', exact: true }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Restore Prices' }).click();
  await page.getByText('Prices is back.').waitFor();
  await page.getByRole('heading', { name: 'The bin is empty' }).waitFor();
  await service.command('endpoint', 'delete', prices);
  await page.reload();
  await page.getByRole('button', { name: 'Delete Prices for good' }).click();
  await page.getByRole('button', { name: 'Delete for good', exact: true }).click();
  await page.getByRole('heading', { name: 'The bin is empty' }).waitFor();
});
