/** An error at an address: a page for a person who opens it, the JSON of contract 7.1 for everybody else. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { launchBrowser } from '../support/browser.ts';
import { expectAccessible, stranger } from '../support/dashboard.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** Every scan looks at four views of the page. */
const slow = { timeout: 180_000 };

let service: TestService;
let browser: Browser;
let endpoint: string;

beforeAll(async () => {
  service = await startTestService();
  browser = await launchBrowser();
  endpoint = await service.publish('name\nwidget\n');
});
afterAll(async () => {
  await browser.close();
  await service[Symbol.asyncDispose]();
});

const opened = { 'sec-fetch-dest': 'document' };
const hostile = 'SELECT "<script>alert(1)</script>" FROM service_table';

describe('by its headers', () => {
  const addresses = (): readonly string[] => [
    `${endpoint}?sql=${encodeURIComponent(hostile)}`,
    '0'.repeat(22),
    'proxy/nothing',
    'no/such/address',
    'files/nothing',
    'api/nothing',
  ];

  it('is JSON for every client that is no browser opening a page, with the same status for both', async () => {
    for (const path of addresses()) {
      const plain = await service.get(path);
      const page = await service.get(path, opened);
      const body = z.object({ error: z.string() }).parse(JSON.parse(await plain.text()));
      expect(plain.headers.get('content-type'), path).toMatch(/^application\/json/);
      expect(page.headers.get('content-type'), path).toBe('text/html; charset=utf-8');
      expect(page.status, path).toBe(plain.status);
      expect(page.headers.get('cache-control'), path).toBe('no-store');
      expect(
        [plain, page].map(({ headers }) => headers.get('vary')),
        path,
      ).toEqual(['Sec-Fetch-Dest', 'Sec-Fetch-Dest']);
      const text = await page.text();
      expect(text, path).toContain(body.error);
      expect(text, path).not.toContain('<script');
      for (const dest of ['empty', 'iframe', 'image'])
        expect(await (await service.get(path, { 'sec-fetch-dest': dest })).json(), path).toEqual(
          expect.objectContaining({ error: body.error }),
        );
    }
  });

  it('is a page for another method, too', async () => {
    const answer = await fetch(`${service.url}/${endpoint}`, { method: 'POST', headers: opened });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect(await answer.text()).toContain('Method not allowed');
  });

  it('is no page for an answer without an error', async () => {
    expect(await (await service.get(endpoint, opened)).text()).toBe('name\nwidget\n');
  });
});

describe('in a browser', () => {
  it('says what happened, why, what to do and where to read on; hostile texts stay texts', slow, async () => {
    await using somebody = await stranger(browser, service);
    const { page } = somebody;
    await page.goto(`${service.url}/${endpoint}?sql=${encodeURIComponent(hostile)}`);
    await page.getByRole('heading', { level: 1, name: 'Could not validate sql.' }).waitFor();
    expect(await page.getByText('no such column: <script>alert(1)</script>').count()).toBeGreaterThan(0);
    expect(await page.locator('script').count()).toBe(0);
    const owner = page.getByRole('link', { name: 'open the dashboard' });
    expect(await owner.getAttribute('href')).toMatch(new RegExp(`/app/endpoints/${endpoint}$`));
    await expectAccessible(page);
    await page.getByRole('link', { name: 'More about this error' }).click();
    await page.getByRole('heading', { name: 'What happened' }).waitFor();
  });

  it('leads to the dashboard from an address that is no endpoint', async () => {
    await using somebody = await stranger(browser, service);
    await somebody.page.goto(`${service.url}/proxy/nothing`);
    await somebody.page.getByRole('heading', { name: 'URL not found in database.' }).waitFor();
    const owner = somebody.page.getByRole('link', { name: 'open the dashboard' });
    expect(await owner.getAttribute('href')).toMatch(/\/app\/$/);
  });
});
