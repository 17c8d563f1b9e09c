/** `show_wait_page` of the real service in a real browser: the data is delivered, for one credit in all. */
import { text } from 'node:stream/consumers';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { startTestService, type TestService } from '../support/service.ts';

const csv = 'id,name\n1,Ann\n2,<b>Bo</b>\n';
let service: TestService;
let browser: Browser;
let id: string;

beforeAll(async () => {
  service = await startTestService();
  browser = await launchBrowser();
  await service.command('account', 'create', 'ann@example.com', '--plan', 'pro');
  id = await service.publish(csv, '--owner', 'ann@example.com', '--name', 'People');
});
afterAll(async () => {
  await browser.close();
  await service[Symbol.asyncDispose]();
});

const credits = async (): Promise<unknown> =>
  (await service.command('account', 'show', 'ann@example.com'))['credits'];

describe.each([true, false])('with JavaScript: %s', (javaScriptEnabled) => {
  it('saves the CSV under its name', async () => {
    const before = Number(await credits());
    const context = await browser.newContext({ javaScriptEnabled });
    const page = await context.newPage();
    const download = page.waitForEvent('download');
    await page.goto(`${service.url}/${id}?show_wait_page=true`);
    const saved = await download;
    expect(saved.suggestedFilename()).toBe('People.csv');
    expect(await text(await saved.createReadStream())).toBe(csv);
    expect(await credits()).toBe(before - 1);
    await context.close();
  });

  it('goes on to a page, on which no cell is markup', async () => {
    const before = Number(await credits());
    const context = await browser.newContext({ javaScriptEnabled });
    const page = await context.newPage();
    await page.goto(`${service.url}/${id}?type=html_table&show_wait_page=true`);
    await page.waitForURL(`${service.url}/${id}?type=html_table`);
    expect(await page.locator('td').allTextContents()).toEqual(['1', 'Ann', '2', '<b>Bo</b>']);
    expect(await credits()).toBe(before - 1);
    await context.close();
  });
});
