/** A new endpoint of a file: from the printed link to a URL that answers, corrected on the way; and what goes wrong. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { launchBrowser } from '../support/browser.ts';
import { expectAccessible, stranger, visitorOf } from '../support/dashboard.ts';
import { countClicks, dropFile, dropFiles, pasteTable } from '../support/dashboard-files.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let browser: Browser;
const logLines: string[] = [];

beforeAll(async () => {
  service = await startTestService({ logLines, environment: { MAX_UPLOAD_MB: '2' } });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await service[Symbol.asyncDispose]();
});

const orders = `Code;Name;Price\n${Array.from({ length: 30 }, (_, i) => `${100 + i};Widget ${i};${i},50`).join('\n')}\n`;

const ready = (page: Page) => page.getByRole('heading', { name: 'Your URL is ready' }).waitFor();

it('first run: the printed link, a file dropped, a type corrected, the URL copied', async () => {
  const [, key] = /setup#([\w-]{32})/.exec(logLines.join('')) ?? [];
  await using visitor = await stranger(browser, service);
  const { page } = visitor;
  const begun = performance.now();
  await visitor.open(`setup#${key}`);
  await page.getByRole('button', { name: 'Start' }).click();
  const clicks = await countClicks(page);
  await page.getByRole('heading', { name: 'Turn a table into a URL' }).waitFor();
  await dropFile(page, 'orders.csv', orders);
  const type = page.getByRole('combobox', { name: 'Type of Code' });
  await type.click();
  await type.selectOption('Text');
  await page.getByRole('combobox', { name: 'Type of Code' }).and(page.locator(':enabled')).waitFor();
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await name.click();
  await name.press('Control+a');
  await name.pressSequentially('Orders of March', { delay: 80 });
  await page.getByRole('cell', { name: 'Widget 9', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Create endpoint' }).click();
  await ready(page);
  await page.getByRole('button', { name: 'Copy the URL' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  const seconds = (performance.now() - begun) / 1_000;
  expect(await clicks()).toBeLessThanOrEqual(6);
  expect(seconds).toBeLessThan(60);
  const url = await visitor.copied();
  const answer = await fetch(`${url.replace(/^http:\/\/[^/]+/, service.url)}?type=json_records`);
  const [first] = z.array(z.unknown()).parse(await answer.json());
  expect(first).toEqual({ Code: '100', Name: 'Widget 0', Price: 0.5 });
});

it('every step and state can be used by everybody', async () => {
  await using visitor = await visitorOf(browser, service, 'ann@example.com', '--plan', 'lite');
  const { page } = visitor;
  await visitor.open('');
  await page.getByRole('heading', { name: 'Turn a table into a URL' }).waitFor();
  await expectAccessible(page);
  await visitor.open('new');
  await page.getByRole('heading', { name: 'New endpoint' }).waitFor();
  await expectAccessible(page);
  await dropFile(page, 'orders.csv', `${orders}1,5 %;x;y\n`);
  await page.getByText('Please check').waitFor();
  await page.getByRole('cell', { name: 'Widget 9', exact: true }).waitFor();
  await page.getByRole('radio', { name: 'Only these, in this order' }).click();
  await page.locator('[aria-busy=true]').waitFor({ state: 'detached' });
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create endpoint' }).click();
  await ready(page);
  await page.getByRole('button', { name: 'Copy the URL' }).waitFor();
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Copy the URL');
  await expectAccessible(page);
});

it('a table pasted from a spreadsheet or a page becomes one, with columns in the order that was chosen', async () => {
  await using visitor = await visitorOf(browser, service, 'bo@example.com', '--plan', 'lite');
  const { page } = visitor;
  await visitor.open('');
  await page.getByRole('heading', { name: 'Turn a table into a URL' }).waitFor();
  await pasteTable(page, { text: 'a, b\tc\n1\t"x\ty"\n' });
  await page.getByText('Pasted table.tsv: 1 row, 2 columns').waitFor();
  await page.getByRole('button', { name: 'Use another file' }).click();
  await pasteTable(page, {
    text: 'name price tea 3',
    html: '<table><tr><th>name</th><th>price</th></tr><tr><td>tea "green"</td><td>3</td></tr></table>',
  });
  await page.getByText('Pasted table.tsv: 1 row, 2 columns').waitFor();
  await page.getByRole('radio', { name: 'Only these, in this order' }).click();
  await page.getByRole('button', { name: 'Move price up' }).click();
  await page.getByRole('combobox', { name: 'Format' }).selectOption('JSON values');
  await page.getByRole('region', { name: 'Preview as text' }).getByText('tea').waitFor();
  await page.getByText('Table', { exact: true }).click();
  const shown = page.getByRole('table').last().getByRole('columnheader');
  await expect.poll(() => shown.allTextContents()).toEqual(['price', 'name']);
  await page.getByRole('button', { name: 'Create endpoint' }).click();
  await ready(page);
  const url = (await page.locator('pre').textContent()) ?? '';
  const answer = await service.get(new URL(url).pathname.slice(1));
  expect(await answer.json()).toEqual([[3, 'tea "green"']]);
});

it('delimiter, encoding and decimal mark are corrected; back and forth and a reload lose nothing', async () => {
  await using visitor = await visitorOf(browser, service, 'cy@example.com', '--plan', 'lite');
  const { page } = visitor;
  await visitor.open('new');
  await page.getByRole('heading', { name: 'New endpoint' }).waitFor();
  await dropFile(page, 'prices.csv', 'name,price\ncaf\u00e9,"1,5"\n', 'latin1');
  const field = (label: string) => page.getByRole('combobox', { name: label, exact: true });
  const expectFound = (column: string, type: string) =>
    expect.poll(() => field(`Type of ${column}`).locator('option').allTextContents()).toContain(type);
  await field('Encoding').and(page.locator(':enabled')).waitFor();
  expect(await field('Encoding').inputValue()).toBe('windows-1252');
  await field('Decimal mark').selectOption('Comma');
  await expectFound('price', 'Automatic (Number, decimal comma)');
  await field('Encoding').selectOption('UTF-8');
  await page.getByText('The file is not UTF-8').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Back to how it was read before' }).click();
  await field('Delimiter').selectOption('Semicolon');
  await page.getByText('1 row, 1 column').waitFor();
  await field('Delimiter').selectOption('Comma');
  await page.getByText('1 row, 2 columns').waitFor();
  await expectFound('price', 'Automatic (Number, decimal comma)');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Menu');
  await page.goBack();
  await page.getByRole('heading', { name: 'New endpoint', exact: true }).waitFor();
  await page.goForward();
  await expect.poll(() => page.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('Menu');
  await page.reload();
  await expect.poll(() => page.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('Menu');
  await page.getByText('choose the file again').waitFor();
  await page.getByRole('button', { name: 'Create endpoint' }).click();
  await ready(page);
  const url = (await page.locator('pre').textContent()) ?? '';
  const answer = await service.get(`${new URL(url).pathname.slice(1)}?type=json_values`);
  expect(await answer.json()).toEqual([['caf\u00e9', 1.5]]);
});

it('too large is said before anything is sent, no table with its reason, and nothing stays of what was cancelled', async () => {
  await using visitor = await visitorOf(browser, service, 'di@example.com', '--plan', 'lite');
  const { page } = visitor;
  await visitor.open('new');
  await page.getByText('At most 2 MB').waitFor();
  await dropFile(page, 'large.csv', 'x'.repeat(2_100_000));
  await page.getByText('the limit is 2 MB').waitFor();
  await expectAccessible(page);
  await dropFile(page, 'picture.csv', `\x89PNG\r\n\x1a\n${'0'.repeat(1_500_000)}`, 'latin1');
  await page.getByText('an image (PNG)').waitFor();
  const before = await readdir(join(service.folder, 'uploads'));
  const session = await visitor.context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 50_000,
  });
  await dropFile(page, 'slow.csv', `a,b\n${'1,2\n'.repeat(400_000)}`);
  await page.getByRole('progressbar', { name: 'Uploaded' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Choose a CSV file' }).waitFor();
  await expect.poll(() => readdir(join(service.folder, 'uploads'))).toEqual(before);
});

it('a first row of data, a title, doubts and dates are told, each with a button that puts it right', async () => {
  await using visitor = await visitorOf(browser, service, 'ed@example.com', '--plan', 'lite');
  const { page } = visitor;
  await visitor.open('new');
  await page.getByRole('heading', { name: 'New endpoint' }).waitFor();
  const header = page.getByRole('switch', { name: 'First row is a header' });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await dropFile(page, 'plain.csv', '7,Ann\n8,Bo\n9,Cy\n');
  await page.getByText('The first row looks like data').waitFor();
  await page.getByText('plain.csv: 3 rows, 2 columns').waitFor();
  expect(await header.isChecked()).toBe(false);
  await expectAccessible(page);
  await button('Use it as column names').click();
  await page.getByText('plain.csv: 2 rows, 2 columns').waitFor();
  await header.click();
  await page.getByText('plain.csv: 3 rows, 2 columns').waitFor();
  await dropFile(page, 'sales.csv', 'Sales\n\nwhen;price;n\n31.12.2026;1,5;£3\n01.02.2026;5.555;£4\n');
  await page.getByText('We skipped 2 lines above the table').waitFor();
  expect(await page.getByRole('textbox', { name: 'Skip lines' }).inputValue()).toBe('2');
  await button('Read as dates').click();
  await button('Read as dates').waitFor({ state: 'detached' });
  await page.getByText('may be 5555 or 5.555').waitFor();
  await button('The comma is the decimal mark').click();
  await page.getByText('may be 5555 or 5.555').waitFor({ state: 'detached' });
  await button('Read as numbers').click();
  await button('Read as numbers').waitFor({ state: 'detached' });
  const name = page.getByRole('textbox', { name: 'Name of n', exact: true });
  await name.fill('Amount');
  await name.press('Enter');
  await page.getByRole('combobox', { name: 'Type of Amount', exact: true }).waitFor();
  await expectAccessible(page);
  await button('Create endpoint').click();
  await ready(page);
  const url = (await page.locator('pre').textContent()) ?? '';
  const answer = await service.get(`${new URL(url).pathname.slice(1)}?type=json_records`);
  expect(await answer.json()).toEqual([
    { when: '2026-12-31', price: 1.5, Amount: 3 },
    { when: '2026-02-01', price: 5555, Amount: 4 },
  ]);
});

it('several files dropped at once become an endpoint each, and one that is no table says why', async () => {
  await using visitor = await visitorOf(browser, service, 'flo@example.com', '--plan', 'lite');
  const { page } = visitor;
  await visitor.open('');
  await page.getByRole('heading', { name: 'Turn a table into a URL' }).waitFor();
  await dropFiles(page, {
    'north.csv': 'id,name\n1,Ann\n',
    'picture.csv': '{"a":1}',
    'large.csv': 'x'.repeat(2_100_000),
    'south.csv': '7,Bo\n8,Cy\n',
  });
  await page.getByText('2 of 4 files are live').waitFor();
  await page.getByText("We couldn't read picture.csv").waitFor();
  await page.getByText('the limit is 2 MB').waitFor();
  await page.getByText('The first row looks like data').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Copy the URL of north' }).click();
  const url = await visitor.copied();
  expect(await (await service.get(new URL(url).pathname.slice(1))).text()).toBe('id,name\n1,Ann\n');
  await page.getByRole('link', { name: 'Open south' }).click();
  await page.getByRole('heading', { name: 'south' }).waitFor();
});
