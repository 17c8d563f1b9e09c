/**
 * The list of an owner with 1,000 endpoints, in Chromium on a processor slowed four times: when its largest content is
 * painted (LCP), the longest wait from a key or a click to the next frame (INP), and how much moves by itself (CLS), while
 * somebody searches, sorts and turns pages.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { randomId } from '../src/base/random-id.ts';
import { readConfig } from '../src/config/config.ts';
import { openDatabase } from '../src/storage/database/open-database.ts';
import { launchBrowser } from '../tests/support/browser.ts';
import { runServiceCommand, startServiceProcess } from '../tests/support/service-process.ts';
import type { BenchWorld } from './bench-world.ts';
import { type Figure, median, within } from './figure.ts';

const endpoints = 1_000;
const slowness = 4;
const pages = 'nav[aria-label="Pages: Endpoints"]';
const email = 'owner@example.com';
const password = 'correct horse battery';

export async function dashboardList(world: BenchWorld): Promise<Figure[]> {
  const dataDir = await mkdtemp(join(world.folder, 'list-'));
  try {
    await makeEndpoints(world, dataDir);
    await using service = await startServiceProcess(dataDir);
    const browser = await launchBrowser();
    const seen: Seen[] = [];
    try {
      for (let round = 0; round < world.rounds; round++) {
        const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
        const data = { email, password };
        const headers = { origin: service.url };
        await context.request.post(`${service.url}/api/auth/sign-in/email`, { data, headers });
        seen.push(await useList(await context.newPage(), `${service.url}/app/`));
        await context.close();
      }
    } finally {
      await browser.close();
    }
    return [
      within('list of 1,000 endpoints, LCP', median(seen.map(({ lcp }) => lcp)), 2_000, 'ms'),
      within('list of 1,000 endpoints, INP', median(seen.map(({ inp }) => inp)), 150, 'ms'),
      within('list of 1,000 endpoints, CLS', median(seen.map(({ cls }) => cls)), 0.1, ''),
    ];
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function makeEndpoints(world: BenchWorld, dataDir: string): Promise<void> {
  await runServiceCommand(dataDir, 'account', 'create', email, '--password', password, '--plan', 'pro');
  await runServiceCommand(dataDir, 'publish', await world.file('small'), '--owner', email, '--json');
  const { databaseUrl } = readConfig({ DATA_DIR: dataDir });
  const database = await openDatabase(databaseUrl, { connections: 1, withoutTimeouts: true });
  try {
    const row = await database.db.selectFrom('endpoints').selectAll().executeTakeFirstOrThrow();
    for (let made = 1; made < endpoints; made++) {
      const name = `Endpoint number ${made} with a name of some length`;
      const id = randomId();
      await database.db
        .insertInto('endpoints')
        .values({ ...row, id, name, name_folded: name.toLowerCase() })
        .execute();
      const hits = { last_hit_at: Date.now() - made * 60_000, cycle: 0, cycle_hits: made };
      await database.db
        .insertInto('endpoint_totals')
        .values({ endpoint_id: id, ...hits })
        .execute();
    }
  } finally {
    await database.close();
  }
}

interface Seen {
  readonly lcp: number;
  readonly inp: number;
  readonly cls: number;
}

/** In the page, before anything else. */
const watch = `
  window.seen = { lcp: 0, inp: 0, cls: 0 };
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) window.seen.lcp = Math.max(window.seen.lcp, startTime);
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.seen.inp = Math.max(window.seen.inp, duration);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.seen.cls += value;
  }).observe({ type: 'layout-shift', buffered: true });
`;

async function useList(page: Page, address: string): Promise<Seen> {
  await page.addInitScript(watch);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowness });
  await page.goto(address);
  await shown(page, pages, 'Page 1 of 20');
  // A paint is told a moment later.
  await pause(1_000);
  const painted = await seenBy(page);
  if (painted.lcp === 0) throw new Error('no paint was told');
  await page.keyboard.press('/');
  await page.keyboard.type('number 77', { delay: 60 });
  await shown(page, 'tbody', 'Endpoint number 770 ');
  await page.getByRole('searchbox').fill('');
  await shown(page, pages, 'Page 1 of 20');
  await page.getByRole('link', { name: 'Next' }).click();
  await shown(page, pages, 'Page 2 of 20');
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Name');
  await shown(page, pages, 'Page 1 of 20');
  return { ...(await seenBy(page)), lcp: painted.lcp };
}

/** Looking for a text in all of the page, as locators do, would be work that no reader causes. */
async function shown(page: Page, selector: string, text: string): Promise<void> {
  const found = `document.querySelector(${JSON.stringify(selector)})?.textContent.includes(${JSON.stringify(text)})`;
  while ((await page.evaluate(found)) !== true) await pause(50);
}

async function seenBy(page: Page): Promise<Seen> {
  return JSON.parse(String(await page.evaluate('JSON.stringify(window.seen)')));
}
