/**
 * The interactive table as its reader meets it, in Chromium and under the answer's own Content-Security-Policy:
 * search, sorting and paging with 100,000 rows, and no text of any cell, header or title that acts (contract 4.7.10).
 */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dynamicTable } from '../../src/formats/dynamic-table.ts';
import type { Column, Row, Table } from '../../src/table/table.ts';
import { htmlText } from '../formats/readers/expected-values.ts';
import { launchBrowser } from '../support/browser.ts';
import { hostileTexts } from '../support/hostile-texts.ts';
import { atThisPace } from '../support/machine-pace.ts';
import { framesOf, type PageServer, pageOfFrames, startPageServer } from '../support/page-server.ts';
import { tableOf } from '../support/table-of.ts';

const policy =
  "sandbox allow-scripts allow-downloads; default-src 'none'; style-src 'nonce-n0nce'; script-src 'nonce-n0nce'; img-src data:";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
}, 30_000);
afterAll(() => browser.close());

interface OpenTable extends AsyncDisposable {
  readonly page: Page;
  /** What the page logged, threw, asked in a dialog or requested beside itself. */
  readonly incidents: string[];
}

interface Opening {
  readonly context?: BrowserContextOptions;
  /** Shows the table in so many frames of one page, each with its title. */
  readonly frames?: readonly string[];
  /** Breaks the connection after so many pieces of the page. */
  readonly cutAfter?: number;
}

async function openTable(table: Table, opening: Opening = {}): Promise<OpenTable> {
  const server = await serveTable(table, opening);
  const browserContext = await browser.newContext(opening.context);
  const page = await browserContext.newPage();
  const incidents: string[] = [];
  page.on('console', (message) => incidents.push(message.text()));
  page.on('pageerror', (error) => incidents.push(String(error)));
  page.on('dialog', (dialog) => incidents.push(dialog.message()));
  page.on('request', (request) => {
    if (!/^\/\d*$/.test(request.url().replace(server.origin, ''))) incidents.push(request.url());
  });
  await page.goto(`${server.origin}/`, { waitUntil: 'commit' });
  return {
    page,
    incidents,
    [Symbol.asyncDispose]: async () => {
      await browserContext.close();
      await server[Symbol.asyncDispose]();
    },
  };
}

function serveTable(table: Table, opening: Opening): Promise<PageServer> {
  return startPageServer(async ({ url = '/' }, response) => {
    const { frames, cutAfter = Number.POSITIVE_INFINITY } = opening;
    if (frames && url === '/') return void response.end(pageOfFrames(frames.length));
    const title = frames?.[Number(url.slice(1))] ?? 'Orders';
    response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy });
    let pieces = 0;
    for await (const piece of dynamicTable.render(table, { title, nonce: 'n0nce', scratchFolder: '' })) {
      if (pieces++ === cutAfter) return breakOff(response);
      if (!response.write(piece)) await once(response, 'drain');
    }
    response.end();
  });
}

/** Lets what was written reach the browser first. */
async function breakOff(response: ServerResponse): Promise<void> {
  await setTimeout(500);
  response.destroy();
}

function column(page: Page, index: number): Promise<string[]> {
  return page.locator(`tbody td:nth-child(${index + 1})`).allTextContents();
}

async function searchFor(page: Page, text: string): Promise<void> {
  // Until then the count changes with the rows that arrive.
  await page.waitForLoadState('load');
  const before = await page.textContent('#count');
  await page.fill('#search', text);
  await expect.poll(() => page.textContent('#count')).not.toBe(before);
}

const people: readonly Column[] = [
  { name: 'name', type: 'string' },
  { name: 'score', type: 'number' },
];

describe('search', () => {
  test('finds rows that hold every word in any column, whatever the case', async () => {
    const rows = [
      ['Ada Lovelace', '36'],
      ['ADA Byron', '1815'],
      ['Émile Zola', '36'],
      ['Lovelace', '5'],
    ];
    await using open = await openTable(tableOf(people, rows));
    await searchFor(open.page, 'ada');
    expect(await column(open.page, 0)).toEqual(['Ada Lovelace', 'ADA Byron']);
    expect(await open.page.textContent('#count')).toBe('Rows 1–2 of 2 (filtered from 4)');
    await searchFor(open.page, ' 36  LOVE ');
    expect(await column(open.page, 0)).toEqual(['Ada Lovelace']);
    await open.page.fill('#search', 'éMILE');
    await expect.poll(() => column(open.page, 0)).toEqual(['Émile Zola']);
  }, 30_000);

  test('says when nothing is found, and clears', async () => {
    await using open = await openTable(tableOf(people, [['Ada', '1']]));
    await searchFor(open.page, '<b>nobody</b>');
    const message = (): Promise<string | null> => open.page.textContent('#message-text');
    await expect.poll(message).toBe('No row has “<b>nobody</b>”.');
    await open.page.getByRole('button', { name: 'Clear search' }).click();
    await expect.poll(() => column(open.page, 0)).toEqual(['Ada']);
    expect(await open.page.textContent('#count')).toBe('Rows 1–1 of 1');
  }, 30_000);
});

describe('sorting', () => {
  const sortedBy = async (type: Column['type'], cells: Row) => {
    const rows = cells.map((cell, index) => [cell, index]);
    const columns: Column[] = [
      { name: 'value', type },
      { name: 'place', type: 'integer' },
    ];
    await using open = await openTable(tableOf(columns, rows));
    const head = open.page.getByRole('columnheader', { name: 'value' });
    const afterClick = async (order: string | null) => {
      await head.getByRole('button').click();
      expect(await head.getAttribute('aria-sort')).toBe(order);
      return column(open.page, 0);
    };
    const ascending = await afterClick('ascending');
    const descending = await afterClick('descending');
    return { ascending, descending, original: await afterClick(null) };
  };

  test('puts numbers by value, every digit of an integer shown, missing ones last', async () => {
    const cells = ['10', null, '9.50', '9007199254740993', '9007199254740992', '-1e3', '0.1', '1.0'];
    const original = ['10', '', '9.5', '9007199254740993', '9007199254740992', '-1000', '0.1', '1'];
    const ascending = ['-1000', '0.1', '1', '9.5', '10', '9007199254740992', '9007199254740993'];
    expect(await sortedBy('number', cells)).toEqual({
      ascending: [...ascending, ''],
      descending: [...ascending.reverse(), ''],
      original,
    });
  }, 30_000);

  test('puts texts as people do: digits by value, letters beside their accents', async () => {
    const cells = ['item 10', 'zebra', 'item 9', null, 'Éclair', 'apple', 'eclipse'];
    const { ascending } = await sortedBy('string', cells);
    expect(ascending).toEqual(['apple', 'Éclair', 'eclipse', 'item 9', 'item 10', 'zebra', '']);
  }, 30_000);

  test('keeps numbers before texts in a column of several kinds', async () => {
    const { ascending } = await sortedBy('any', ['b', 10, true, 9, null, 2n ** 70n]);
    expect(ascending).toEqual(['9', '10', '1180591620717411303424', 'b', 'true', '']);
  }, 30_000);

  test('shows what a written form stands for', async () => {
    const { ascending } = await sortedBy('boolean', ['TRUE', 'False', null, true]);
    expect(ascending).toEqual(['false', 'true', 'true', '']);
    const objects = await sortedBy('json', ['[{"id":1}]', { a: '<b>' }]);
    expect(objects.original).toEqual(['[{"id":1}]', '{"a":"<b>"}']);
  }, 30_000);
});

describe('paging', () => {
  test('goes to first, previous, next and last, by mouse and by keyboard', async () => {
    const rows = Array.from({ length: 120 }, (_, index) => [`row ${index + 1}`, index]);
    await using open = await openTable(tableOf(people, rows));
    const { page } = open;
    const count = () => page.textContent('#count');
    await expect.poll(count).toBe('Rows 1–50 of 120');
    await page.getByRole('button', { name: 'Next page' }).focus();
    await page.keyboard.press('Enter');
    expect(await count()).toBe('Rows 51–100 of 120');
    await page.getByRole('button', { name: 'Last page' }).click();
    expect(await count()).toBe('Rows 101–120 of 120');
    expect(await page.textContent('#place')).toBe('Page 3 of 3');
    await page.getByRole('button', { name: 'Next page' }).dispatchEvent('click');
    expect(await count()).toBe('Rows 101–120 of 120');
    await page.getByRole('button', { name: 'Previous page' }).click();
    await page.getByLabel('Rows per page').selectOption('25');
    expect(await count()).toBe('Rows 51–75 of 120');
    await page.getByRole('button', { name: 'First page' }).click();
    expect(await count()).toBe('Rows 1–25 of 120');
    expect(await page.locator('tbody tr').count()).toBe(25);
  }, 30_000);
});

describe('every shape of table', () => {
  test('no rows', async () => {
    await using open = await openTable(tableOf(people, []));
    await expect.poll(() => open.page.textContent('#message-text')).toBe('This table has no rows.');
    expect(await open.page.locator('th').allTextContents()).toEqual(['name', 'score']);
    expect(open.incidents).toEqual([]);
  }, 30_000);

  test('no columns', async () => {
    await using open = await openTable(tableOf([], [[], []]));
    await expect.poll(() => open.page.textContent('#count')).toBe('Rows 1–2 of 2');
    expect(open.incidents).toEqual([]);
  }, 30_000);

  test('200 columns, some of one name, at the width of a phone', async () => {
    const columns = Array.from(
      { length: 200 },
      (_, index): Column => ({ name: `c${index % 150}`, type: 'any' }),
    );
    const rows = Array.from({ length: 300 }, (_, row) => columns.map((_, index) => `${row}:${index}`));
    await using open = await openTable(tableOf(columns, rows), {
      context: { viewport: { width: 390, height: 844 } },
    });
    await expect.poll(() => open.page.textContent('#count')).toBe('Rows 1–50 of 300');
    expect(await open.page.locator('th').nth(199).textContent()).toBe('c49_2');
    expect(await column(open.page, 199)).toContain('49:199');
    expect(await open.page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  }, 30_000);

  test('a long text opens by click and by key', async () => {
    await using open = await openTable(tableOf(people, [['word '.repeat(400), 1]]));
    const text = open.page.locator('td .cut');
    await text.waitFor();
    const height = async () => (await text.boundingBox())?.height ?? 0;
    const low = await height();
    await text.click();
    expect(await height()).toBeGreaterThan(low * 3);
    await text.press('Enter');
    expect(await height()).toBe(low);
    expect(await text.getAttribute('aria-expanded')).toBe('false');
  }, 30_000);

  test('a page that breaks off says so', async () => {
    const rows = Array.from({ length: 3000 }, (_, index) => ['x'.repeat(100), index]);
    await using open = await openTable(tableOf(people, rows), { cutAfter: 2 });
    const note = open.page.getByRole('alert');
    await note.waitFor();
    await expect.poll(() => note.textContent()).toMatch(/Only (500|1,000) rows have arrived/);
    expect(await open.page.textContent('#count')).toMatch(/^Rows 1–50 of (500|1,000), loading…$/);
  }, 30_000);

  test('without JavaScript it names the plain table', async () => {
    await using open = await openTable(tableOf(people, [['Ada', 1]]), {
      context: { javaScriptEnabled: false },
    });
    await open.page.waitForLoadState('load');
    const note = open.page.locator('noscript p');
    expect(await note.isVisible()).toBe(true);
    expect(await note.textContent()).toMatch(/needs JavaScript.*\n.*type=html_table/);
    expect(await open.page.locator('main').isVisible()).toBe(false);
  }, 30_000);
});

describe(`${hostileTexts.length} hostile texts stay text`, () => {
  test('as cells and headers', async () => {
    const columns = hostileTexts.map((name, at): Column => ({ name, type: at % 7 === 0 ? 'any' : 'string' }));
    const rows = hostileTexts.map((_, row) => hostileTexts.map((_, at) => hostileTexts.at(row - at) ?? ''));
    await using open = await openTable(tableOf(columns, rows));
    const { page, incidents } = open;
    await page.waitForLoadState('load');
    await page.getByLabel('Rows per page').selectOption('100');
    for (const at of [0, 1, 40])
      expect(await column(page, at)).toEqual(rows.map((row) => htmlText(row[at] ?? '')));
    expect(await page.locator('th').allTextContents()).toEqual(hostileTexts.map(htmlText));
    await page.locator('th button').first().click();
    await searchFor(page, '</script><script>');
    await page.locator('td .cut').first().click();
    expect(await page.evaluate('globalThis.hacked')).toBeUndefined();
    expect(incidents).toEqual([]);
  }, 60_000);

  test('as title', async () => {
    const titles = hostileTexts.filter((text) => /[<>&"'`{}]/.test(text));
    await using open = await openTable(tableOf(people, []), { frames: titles });
    const frames = await framesOf(open.page, titles.length);
    for (const [at, frame] of frames.entries()) {
      expect(await frame.textContent('h1')).toBe(titles[at]);
      expect(await frame.textContent('#message-text')).toBe('This table has no rows.');
      expect(await frame.evaluate('globalThis.hacked')).toBeUndefined();
    }
    expect(open.incidents).toEqual([]);
  }, 60_000);
});

test('is quick with 100,000 rows of 10 columns', async () => {
  const columns = Array.from(
    { length: 10 },
    (_, index): Column => ({ name: `c${index}`, type: index < 3 ? 'integer' : 'string' }),
  );
  const rows = Array.from({ length: 100_000 }, (_, row) =>
    columns.map((_, at) =>
      at < 3 ? String((row * 7919) % 99_991) : `text ${(row * (at + 31)) % 65_537} of ${at}`,
    ),
  );
  const started = performance.now();
  await using open = await openTable(tableOf(columns, rows));
  const { page } = open;
  await page.locator('tbody td').first().waitFor();
  const firstRows = performance.now() - started;
  await page.waitForLoadState('load');
  const allRows = performance.now() - started;
  const measure = (action: string) => page.evaluate<number>(untilShown(action));
  const typed = (text: string) => measure(`type('${text}')`);
  const figures = {
    firstRows,
    allRows,
    firstSearch: (await typed('text 1')) - debounce,
    nextKey: (await typed('text 12')) - debounce,
    clear: (await typed('')) - debounce,
    sortNumbers: await measure(`document.querySelectorAll('th button')[0].click()`),
    sortTexts: await measure(`document.querySelectorAll('th button')[5].click()`),
    lastPage: await measure(`document.getElementById('last').click()`),
  };
  const written = Object.entries(figures).map(([name, time]) => `${name} ${Math.round(time)}`);
  process.stdout.write(`100,000 x 10 in ms: ${written.join(', ')}\n`);
  expect(await page.textContent('#count')).toBe('Rows 99,951–100,000 of 100,000');
  expect(figures.firstRows).toBeLessThan(atThisPace(5000));
  expect(figures.allRows).toBeLessThan(atThisPace(15_000));
  expect(figures.firstSearch).toBeLessThan(atThisPace(2000));
  expect(Math.max(figures.nextKey, figures.clear, figures.lastPage)).toBeLessThan(atThisPace(500));
  expect(Math.max(figures.sortNumbers, figures.sortTexts)).toBeLessThan(atThisPace(3000));
}, 120_000);

/** What the page itself waits after the last key. */
const debounce = 120;

/** Milliseconds from an action until the count has changed and the next frame is due. */
function untilShown(action: string): string {
  return `new Promise((done) => {
    const type = (text) => {
      document.getElementById('search').value = text;
      document.getElementById('search').dispatchEvent(new Event('input'));
    };
    const started = performance.now();
    new MutationObserver((_, observer) => {
      observer.disconnect();
      requestAnimationFrame(() => done(performance.now() - started));
    }).observe(document.getElementById('count'), { childList: true });
    ${action};
  })`;
}
