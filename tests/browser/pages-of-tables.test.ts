/**
 * The tables of the real service as people meet them in Chromium: linked records by their names, numbers written
 * alike, marks of sorting in sight, small and empty tables, and XML in the browser's own viewer (contract 4.7.6).
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { seedAirtable } from '../../emulators/airtable/airtable-seed.ts';
import { launchBrowser } from '../support/browser.ts';
import {
  connect,
  createEndpoint,
  type Platforms,
  startPlatformService,
  startPlatforms,
} from '../support/platform-service.ts';
import type { TestService } from '../support/service.ts';

let platforms: Platforms;
let service: TestService;
let browser: Browser;
let page: Page;
const incidents: string[] = [];
beforeAll(async () => {
  platforms = await startPlatforms();
  service = await startPlatformService(platforms);
  browser = await launchBrowser();
  page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  page.on('console', (message) => incidents.push(message.text()));
});
afterAll(async () => {
  await browser.close();
  await service[Symbol.asyncDispose]();
  await platforms[Symbol.asyncDispose]();
});

async function open(endpoint: string, type: string): Promise<void> {
  incidents.length = 0;
  await page.goto(`${service.url}/${endpoint}?type=${type}`);
}

const orders = z.array(z.object({ Customer: z.array(z.strictObject({ id: z.string(), name: z.string() })) }));

const cells = (at: number) => page.locator(`tbody td:nth-child(${at})`);
const people =
  'task,owners\nDig,"[{""id"":""r1"",""name"":""Zoë <b>""},{""id"":""r2"",""name"":""Bo""}]"\nRest,\nPlant,"[{""id"":""r3"",""name"":""Ann""}]"\n';

describe.each(['html_table', 'dynamic_table'])('%s', (type) => {
  test('shows linked records of Airtable by their names, with the value as title', async () => {
    const { base, tables } = seedAirtable(platforms.airtable);
    const connection = await connect(service, 'airtable', '--token', platforms.airtable.addPersonalToken());
    const words = ['--base', base, '--table', tables.orders, '--fields', 'Order,Customer'];
    const endpoint = await createEndpoint(service, connection, ...words);
    const answer = await service.get(`${endpoint}?type=json_records`);
    const customer = orders.parse(await answer.json())[0]?.Customer ?? [];
    await open(endpoint, type);
    expect(await cells(2).first().textContent()).toBe(customer[0]?.name);
    expect(await cells(2).first().getAttribute('title')).toBe(JSON.stringify(customer));
  });

  test('shows linked records in a text by their names, as text', async () => {
    await open(await service.publish(people), type);
    expect(await cells(2).allTextContents()).toEqual(['Zoë <b>, Bo', '', 'Ann']);
    expect(await cells(2).first().getAttribute('title')).toContain('[{"id":"r1","name":"Zoë <b>"}');
    expect(await cells(1).first().getAttribute('title')).toBeNull();
  });

  test('shows the value of a number, whatever it was written like', async () => {
    await open(await service.publish('n\n120.50\n1e3\n-0.0\n0.000000100\n'), type);
    expect(await cells(1).allTextContents()).toEqual(['120.5', '1000', '0', '1e-7']);
  });

  test('a small table does not stretch over the screen', async () => {
    await open(await service.publish('a,b\n1,x\n2,y\n3,z\n'), type);
    const frame = await page.locator('tbody').locator('xpath=../..').boundingBox();
    expect(frame?.height).toBeLessThan(200);
    expect(frame?.width).toBeLessThan(200);
  });

  test('a large table scrolls in its frame', async () => {
    const columns = Array.from({ length: 40 }, (_, at) => `column ${at}`);
    await open(await service.publish(`${columns}\n`.repeat(60)), type);
    const frame = page.locator('tbody').locator('xpath=../..');
    const box = await frame.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(800);
    expect(box?.width).toBeLessThanOrEqual(1280);
    expect(await page.evaluate('document.documentElement.scrollHeight')).toBe(800);
  });

  test('says that a table has no rows', async () => {
    await open(await service.publish('a,b\n'), type);
    expect(await page.getByText('This table has no rows.').isVisible()).toBe(true);
    await open(await service.publish('a,b\n1,2\n'), type);
    expect(await page.getByText('This table has no rows.').isVisible()).toBe(false);
  });
});

interface Mark {
  readonly opacity: string;
  readonly backgroundColor: string;
  readonly clipPath: string;
}

describe('dynamic_table', () => {
  test('searches and sorts linked records as they are shown', async () => {
    await open(await service.publish(people), 'dynamic_table');
    await page.getByRole('columnheader', { name: 'owners' }).getByRole('button').click();
    expect(await cells(2).allTextContents()).toEqual(['Ann', 'Zoë <b>, Bo', '']);
    await page.fill('#search', 'r1');
    await page.getByText('No row has “r1”.').waitFor();
    await page.fill('#search', 'zoë');
    await expect.poll(() => cells(1).allTextContents()).toEqual(['Dig']);
    expect(await cells(2).first().getAttribute('title')).toContain('"r1"');
  });

  test('marks what can be sorted before the pointer is there', async () => {
    await open(await service.publish('a,b\n1,x\n'), 'dynamic_table');
    const mark = (at: number) =>
      page.evaluate<Mark>(`(() => {
        const button = document.querySelectorAll('th button')[${at}];
        const { opacity, backgroundColor, clipPath } = getComputedStyle(button, '::after');
        return { opacity, backgroundColor, clipPath };
      })()`);
    const [unsorted, other] = [await mark(0), await mark(1)];
    expect(Number(unsorted.opacity)).toBe(1);
    expect(unsorted.backgroundColor).toBe('rgb(92, 102, 117)');
    await page.locator('th button').first().click();
    const ascending = await mark(0);
    await page.locator('th button').first().click();
    const descending = await mark(0);
    expect(new Set([unsorted, ascending, descending].map((each) => each.clipPath)).size).toBe(3);
    expect(await mark(1)).toEqual(other);
  });
});

describe('xml', () => {
  test("opens in the browser's viewer with its style, and may do nothing else", async () => {
    const endpoint = await service.publish('a,b\n1,<script>globalThis.hacked = 1</script>\n');
    await open(endpoint, 'xml');
    await page.locator('.folder-button').first().waitFor();
    expect(await page.evaluate('document.styleSheets.length')).toBe(1);
    const arrow = `getComputedStyle(document.querySelector('.folder-button')).backgroundImage`;
    expect(await page.evaluate(arrow)).toContain('url("data:image/svg+xml');
    expect(incidents).toEqual([]);
    expect(await page.evaluate('globalThis.hacked')).toBeUndefined();
    const { headers } = await service.get(`${endpoint}?type=xml`);
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors *; style-src-elem 'unsafe-inline'; img-src data:; sandbox",
    );
  });
});
