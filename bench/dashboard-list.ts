/**
 * The list of an owner with 1,000 endpoints, in Chromium on a processor slowed four times: when its largest content is
 * painted (LCP), and the longest wait from a key or a click to the next frame (INP), while somebody searches, sorts and
 * turns pages.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { readConfig } from '../src/config.ts';
import { randomId } from '../src/random-id.ts';
import { openDatabase } from '../src/storage/open-database.ts';
import { launchBrowser } from '../tests/support/browser.ts';
import { runServiceCommand, startServiceProcess } from '../tests/support/service-process.ts';
import type { BenchWorld } from './bench-world.ts';
import { type Figure, median, within } from './figure.ts';

const endpoints = 1_000;
const slowness = 4;
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
      within('list of 1,000 endpoints, LCP', median(seen.map(({ lcp }) => lcp)), 2_500, 'ms'),
      within('list of 1,000 endpoints, INP', median(seen.map(({ inp }) => inp)), 200, 'ms'),
    ];
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function makeEndpoints(world: BenchWorld, dataDir: string): Promise<void> {
  await runServiceCommand(dataDir, 'account', 'create', email, '--password', password, '--plan', 'pro');
  await runServiceCommand(dataDir, 'publish', await world.file('small'), '--owner', email, '--json');
  const { databaseUrl } = readConfig({ DATA_DIR: dataDir });
  const database = await openDatabase(databaseUrl, { connections: 1, isPatient: true });
  try {
    const row = await database.db.selectFrom('endpoints').selectAll().executeTakeFirstOrThrow();
    for (let made = 1; made < endpoints; made++) {
      const name = `Endpoint number ${made} with a name of some length`;
      await database.db
        .insertInto('endpoints')
        .values({ ...row, id: randomId(), name })
        .execute();
    }
  } finally {
    await database.close();
  }
}

interface Seen {
  readonly lcp: number;
  readonly inp: number;
}

/** In the page, before anything else. */
const watch = `
  window.seen = { lcp: 0, inp: 0 };
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) window.seen.lcp = Math.max(window.seen.lcp, startTime);
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.seen.inp = Math.max(window.seen.inp, duration);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });
`;

async function useList(page: Page, address: string): Promise<Seen> {
  await page.addInitScript(watch);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowness });
  await page.goto(address);
  await page.getByText('Page 1 of 20').waitFor();
  const painted: Seen = await seenBy(page);
  await page.keyboard.press('/');
  await page.keyboard.type('number 77', { delay: 60 });
  await page.getByText('Endpoint number 770 ').waitFor();
  await page.getByRole('searchbox').fill('');
  await page.getByText('Page 1 of 20').waitFor();
  await page.getByRole('link', { name: 'Next' }).click();
  await page.getByText('Page 2 of 20').waitFor();
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Name');
  await page.getByText('Page 1 of 20').waitFor();
  const { inp } = await seenBy(page);
  return { lcp: painted.lcp, inp };
}

async function seenBy(page: Page): Promise<Seen> {
  return JSON.parse(String(await page.evaluate('JSON.stringify(window.seen)')));
}
