/**
 * The documentation in Chromium at the width of a phone: a menu in one order, nothing wider than the screen, and
 * tables that can be read.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { launchBrowser } from '../support/browser.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  service = await startTestService();
  browser = await launchBrowser();
  page = await browser.newPage({ viewport: { width: 390, height: 844 } });
});
afterAll(async () => {
  await browser.close();
  await service[Symbol.asyncDispose]();
});

const menuItems = z.array(
  z.object({ label: z.string(), left: z.number(), right: z.number(), top: z.number(), current: z.boolean() }),
);

/** The items of the menu as they are read: line by line, from left to right. */
async function menu() {
  const items = await page.evaluate(`[...document.querySelectorAll('nav > ul > li > a')].map((link) => {
    const { left, right, top } = link.getBoundingClientRect();
    return { label: link.textContent, left, right, top, current: link.ariaCurrent === 'page' };
  })`);
  return menuItems.parse(items).toSorted((a, b) => a.top - b.top || a.left - b.left);
}

test('the menu keeps its order on every page, and the page one is on is in sight', async () => {
  await page.goto(`${service.url}/docs`);
  const first = await menu();
  const labels = first.map(({ label }) => label);
  expect(labels.slice(0, 3)).toEqual(['Overview', 'Getting started', 'Upload a file']);
  for (const label of labels) {
    await page.getByRole('navigation').getByRole('link', { name: label, exact: true }).click();
    await page.waitForLoadState();
    const items = await menu();
    expect(items.map((item) => item.label)).toEqual(labels);
    const [current] = items.filter((item) => item.current);
    expect(current).toMatchObject({ label });
    expect(current?.left).toBeGreaterThanOrEqual(0);
    expect(current?.right).toBeLessThanOrEqual(390);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  }
});

test('somebody types what they look for, and comes to the section', async () => {
  for (const path of ['/docs', '/docs/nothing']) {
    await page.goto(service.url + path);
    await page.getByRole('searchbox', { name: 'Search the documentation' }).fill('public page');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Search', level: 1 }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await page.getByRole('link', { name: 'Share: A public page' }).click();
    await page.getByRole('heading', { name: 'A public page', level: 2 }).waitFor();
    expect(new URL(page.url()).hash).toBe('#a-public-page');
  }
});

/** The lines that the first code with this text takes. */
function linesOf(text: string): Promise<unknown> {
  return page
    .locator('td code', { hasText: text })
    .first()
    .evaluate((code) => code.getClientRects().length);
}

test('a table on a phone is a list: every cell has the whole width, and values say what they are', async () => {
  for (const name of ['settings', 'parameters', 'commands', 'errors']) {
    await page.goto(`${service.url}/docs/${name}`);
    const narrow = `[...document.querySelectorAll('td:not(:empty)')].filter((cell) => cell.clientWidth < 340).length`;
    expect([name, await page.evaluate(narrow)]).toEqual([name, 0]);
  }
  await page.goto(`${service.url}/docs/settings`);
  const label = await page.evaluate(
    `getComputedStyle(document.querySelectorAll('td')[1], '::before').content`,
  );
  expect(label).toContain('Default');
});

test('short values stay in one line, on a phone and on a wide screen', async () => {
  await page.goto(`${service.url}/docs/settings`);
  expect(await linesOf('127.0.0.1')).toBe(1);
  await page.setViewportSize({ width: 1280, height: 900 });
  expect(await linesOf('127.0.0.1')).toBe(1);
  expect(await linesOf('https://api.airtable.com')).toBe(1);
});
