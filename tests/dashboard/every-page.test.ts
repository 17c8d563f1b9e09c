/** Every page of the dashboard opens, in light and dark, on a screen and on a phone, and can be used by everybody. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { launchBrowser } from '../support/browser.ts';
import { expectAccessibleInAllViews, stranger, type Visitor, visitorOf } from '../support/dashboard.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let browser: Browser;
let ann: Visitor;
let endpoint: string;

beforeAll(async () => {
  service = await startTestService();
  browser = await launchBrowser();
  ann = await visitorOf(browser, service, 'ann@example.com', '--plan', 'lite', '--admin');
  endpoint = await service.publish(
    'name,price\nwidget,10\n',
    '--owner',
    'ann@example.com',
    '--name',
    'Prices',
  );
});
afterAll(async () => {
  await ann[Symbol.asyncDispose]();
  await browser.close();
  await service[Symbol.asyncDispose]();
});

const pages = {
  '': 'Endpoints',
  new: 'New endpoint',
  'endpoints/:id': 'Prices',
  'endpoints/:id/use': 'Prices',
  'endpoints/:id/settings': 'Prices',
  'endpoints/:id/views': 'Prices',
  'endpoints/:id/usage': 'Prices',
  connections: 'Connections',
  schedules: 'Schedules',
  'schedules/new': 'New schedule',
  usage: 'Usage',
  bin: 'Bin',
  account: 'Account',
  plans: 'Plans',
  'admin/accounts': 'Accounts',
  'admin/mail': 'Mail',
  'admin/system': 'System',
};

it.each(Object.entries(pages))('/app/%s is the page %s', async (path, title) => {
  await ann.open(path.replace(':id', endpoint));
  await expect.poll(() => ann.page.title()).toBe(`${title} · Tablecast`);
  await ann.page.getByRole('heading', { level: 1, name: title }).waitFor();
  await ann.page.waitForLoadState('networkidle');
  await expectAccessibleInAllViews(ann.page);
});

it('on a phone rows are cards, and nothing has to be scrolled sideways', async () => {
  await ann.page.setViewportSize({ width: 390, height: 844 });
  await ann.open('admin/accounts');
  const table = ann.page.getByRole('region', { name: 'Accounts' });
  await table.getByRole('cell', { name: 'ann@example.com' }).waitFor();
  expect(await table.evaluate((region) => region.scrollWidth - region.clientWidth)).toBe(0);
  for (const text of ['active', 'Lite'])
    expect((await table.getByText(text, { exact: true }).boundingBox())?.x).toBeLessThan(300);
  await ann.page.setViewportSize({ width: 1280, height: 800 });
  await table.getByRole('columnheader', { name: 'Last visit' }).waitFor();
});

it('the lines of a table reach its frame', async () => {
  const gaps = `[...document.querySelectorAll('.framed, .wide-table')].map((frame) => {
    const table = frame.querySelector('table').getBoundingClientRect();
    const { left, right } = frame.getBoundingClientRect();
    return Math.max(table.left - left, right - table.right);
  })`;
  for (const path of ['', 'usage', 'account', 'plans', 'admin/accounts', 'admin/system']) {
    await ann.open(path);
    await ann.page.locator('table').first().waitFor();
    await ann.page.waitForLoadState('networkidle');
    const found = z.array(z.number()).parse(await ann.page.evaluate(gaps));
    expect([path, found.length > 0, found.filter((gap) => gap > 1.5)]).toEqual([path, true, []]);
  }
});

it('the navigation says of one page that it is open', async () => {
  await ann.open('admin/system');
  const open = ann.page.getByRole('navigation').locator('[aria-current=page]');
  await expect.poll(() => open.allTextContents()).toEqual(['System']);
});

it('the page has the type face of the service, from the service', async () => {
  await ann.open('');
  await ann.page.getByRole('heading', { level: 1 }).waitFor();
  const face = '14px "Atkinson Hyperlegible Next Variable"';
  await expect.poll(() => ann.page.evaluate(`document.fonts.check('${face}')`)).toBe(true);
  const loaded = `performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.endsWith('.woff2'))`;
  expect(await ann.page.evaluate(loaded)).toEqual([
    `${service.url}/app/fonts/atkinson-hyperlegible-next-latin-wght-normal.woff2`,
  ]);
  expect(ann.problems).toEqual([]);
});

it('who taps on a moment is told its exact time', async () => {
  await ann.open('admin/accounts');
  const moment = ann.page.getByRole('row', { name: 'ann@example.com' }).locator('time').first();
  const exact = (await moment.getAttribute('title')) ?? '';
  expect(exact).toMatch(/\d{4}.* · .*UTC/);
  await moment.dispatchEvent('pointerup', { pointerType: 'mouse' });
  await moment.dispatchEvent('pointerup', { pointerType: 'touch' });
  await ann.page.getByRole('status').getByText(exact).waitFor();
  expect(await ann.page.getByRole('status').getByText(exact).count()).toBe(1);
});

it.each(['sign-in', 'sign-up', 'forgot-password', 'reset-password', 'verify', 'nowhere'])(
  '/app/%s is for strangers',
  async (path) => {
    await using visitor = await stranger(browser, service);
    await visitor.open(path);
    await visitor.page.getByRole('heading', { level: 1 }).waitFor();
    await expectAccessibleInAllViews(visitor.page);
  },
);
