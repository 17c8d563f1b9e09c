/** The tab "Use it": the text of a program is copied and works as it stands. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { expectAccessible, visitorOf } from '../support/dashboard.ts';
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

it('copies a text for each program, says what rules it out, and saves the file for Excel', slow, async () => {
  await using ann = await visitorOf(browser, service, 'ann@example.com', '--plan', 'lite');
  const id = await service.publish(
    'name,price\nwidget,10\n',
    '--owner',
    'ann@example.com',
    '--name',
    'Prices',
  );
  const { page } = ann;
  await ann.open(`endpoints/${id}/use`);
  await page.getByRole('tab', { name: 'curl' }).click();
  await page.getByRole('button', { name: 'Copy the text for curl' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  const { stdout } = await promisify(execFile)('sh', ['-c', await ann.copied()]);
  expect(stdout).toBe('name,price\nwidget,10\n');
  expect(page.url()).toContain('program=curl');

  await page.getByRole('tab', { name: 'Google Sheets' }).click();
  await page.getByText("can't reach").first().waitFor();
  await expectAccessible(page);

  await page.getByRole('tab', { name: 'Excel, Power BI' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download .iqy' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('Prices.iqy');
  expect(await readFile(await download.path(), 'utf8')).toContain(`/${id}?type=excel_web_query\r\n`);
});

it('carries the query that was built, and the columns of its result', async () => {
  await using bo = await visitorOf(browser, service, 'bo@example.com', '--plan', 'lite');
  const id = await service.publish('zip,price\n00501,10\n00502,20\n', '--owner', 'bo@example.com');
  const { page } = bo;
  const sql = 'SELECT zip AS code FROM service_table WHERE price > 15';
  await bo.open(`endpoints/${id}`);
  const field = page.getByRole('textbox', { name: 'URL', exact: true });
  await field.fill(`${service.url}/${id}?sql=${encodeURIComponent(sql)}`);
  await page.getByRole('tab', { name: 'Use it' }).click();
  await page.getByRole('tab', { name: 'pandas' }).click();
  await page.getByText('dtype={"code": "string"}').waitFor();
  await page.getByRole('tab', { name: 'curl' }).click();
  await page.getByRole('button', { name: 'Copy the text for curl' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  const { stdout } = await promisify(execFile)('sh', ['-c', await bo.copied()]);
  expect(stdout).toBe('code\n00502\n');
  await page.getByRole('checkbox', { name: 'With the query from Build URL' }).uncheck();
  await page.getByText('SELECT * FROM service_table LIMIT 10').waitFor();
});
