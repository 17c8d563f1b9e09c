/**
 * The waiting page in Chromium, with and without JavaScript, under the answer's own Content-Security-Policy: the
 * data is delivered, it is asked for exactly once, and an error answer is shown in its own words (contract 4.6.11).
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import type { Browser, Download, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { waitPage } from '../../src/http/routes/wait-page.ts';
import { launchBrowser } from '../support/browser.ts';
import { hostileTexts } from '../support/hostile-texts.ts';
import { framesOf, pageOfFrames, startPageServer } from '../support/page-server.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
}, 30_000);
afterAll(() => browser.close());

type Answer = (response: ServerResponse, request: IncomingMessage) => void | Promise<void>;

interface Opening {
  readonly answer: Answer;
  readonly download: boolean;
  /** Shows the page in so many frames of one, each with its text as title and in its address. */
  readonly frames?: readonly string[];
  readonly javaScriptEnabled?: boolean;
}

interface OpenPage extends AsyncDisposable {
  readonly page: Page;
  readonly origin: string;
  /** The requests for data, the icon of an answer that is shown left out. */
  dataRequests(): string[];
  readonly incidents: string[];
}

async function openWaitPage(opening: Opening): Promise<OpenPage> {
  const server = await startPageServer(async (request, response) => {
    const { answer, download, frames } = opening;
    const { url = '/' } = request;
    if (!/^\/\d*$/.test(url)) return answer(response, request);
    if (frames && url === '/') return void response.end(pageOfFrames(frames.length));
    const hostile = frames?.[Number(url.slice(1))];
    const title = hostile ?? 'Orders';
    const dataUrl = hostile === undefined ? '/data?type=x' : `/data?n=${url.slice(1)}&sql=${hostile}`;
    const policy = `sandbox allow-scripts allow-downloads allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'nonce-n0nce'; script-src 'nonce-n0nce'; connect-src http://${request.headers.host}`;
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
    });
    response.end(waitPage({ title, dataUrl, download, nonce: 'n0nce' }));
  });
  const context = await browser.newContext({ javaScriptEnabled: opening.javaScriptEnabled ?? true });
  const page = await context.newPage();
  const incidents: string[] = [];
  page.on('console', (message) => incidents.push(message.text()));
  page.on('pageerror', (error) => incidents.push(String(error)));
  page.on('dialog', (dialog) => incidents.push(dialog.message()));
  void page.goto(`${server.origin}/`, { waitUntil: 'commit' }).catch(() => undefined);
  return {
    page,
    incidents,
    origin: server.origin,
    dataRequests: () => server.requests.filter((request) => request.startsWith('GET /data')),
    [Symbol.asyncDispose]: async () => {
      await context.close();
      await server[Symbol.asyncDispose]();
    },
  };
}

const open = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'Content-Disposition' };
const csv = 'name,score\nAda,1\n';
const csvAnswer =
  (disposition: string): Answer =>
  async (response) => {
    await setTimeout(400);
    response.writeHead(200, { ...open, 'content-type': 'text/csv', 'content-disposition': disposition });
    response.end(csv);
  };
const jsonAnswer: Answer = async (response) => {
  await setTimeout(400);
  response.writeHead(200, { ...open, 'content-type': 'text/json' });
  response.end('[{"name":"Ada"}]');
};
const errorAnswer: Answer = (response) => {
  response.writeHead(400, { ...open, 'content-type': 'application/json' });
  response.end(
    JSON.stringify({
      error: 'Could not validate sql.',
      data: 'no such column: <b>X',
      help: 'https://docs.example/sql',
    }),
  );
};

async function saved(download: Download): Promise<{ name: string; content: string }> {
  return { name: download.suggestedFilename(), content: await text(await download.createReadStream()) };
}

describe('with JavaScript', () => {
  test.each([
    ['attachment; filename=orders.csv', 'orders.csv'],
    ['attachment; filename="my \\"orders\\".csv"', 'my _orders_.csv'],
    [
      "attachment; filename=orders.csv; filename*=UTF-8''Bestell%C3%BCbersicht%20%E2%82%AC.csv",
      'Bestellübersicht €.csv',
    ],
  ])(
    'saves a file once as %s',
    async (disposition, name) => {
      await using waiting = await openWaitPage({ answer: csvAnswer(disposition), download: true });
      const download = await waiting.page.waitForEvent('download');
      expect(await saved(download)).toEqual({ name, content: csv });
      expect(await waiting.page.textContent('h1')).toBe('Your file is ready');
      const again = waiting.page.waitForEvent('download');
      await waiting.page.getByRole('button', { name: 'Save again' }).click();
      expect(await saved(await again)).toEqual({ name, content: csv });
      expect(waiting.dataRequests()).toEqual(['GET /data?type=x']);
      expect(waiting.incidents).toEqual([]);
    },
    30_000,
  );

  test('shows how far it has come', async () => {
    const finish = Promise.withResolvers<void>();
    const answer: Answer = async (response) => {
      response.writeHead(200, { ...open, 'content-type': 'text/csv', 'content-length': 4000 });
      response.write('x'.repeat(1000));
      await finish.promise;
      response.end('x'.repeat(3000));
    };
    await using waiting = await openWaitPage({ answer, download: true });
    await expect.poll(() => waiting.page.textContent('#figures')).toMatch(/^25 % · 1 kB received · \d s$/);
    expect(await waiting.page.textContent('h1')).toBe('Preparing your data');
    const download = waiting.page.waitForEvent('download');
    finish.resolve();
    expect((await saved(await download)).content).toHaveLength(4000);
  }, 30_000);

  test('gives its place to an answer to look at', async () => {
    await using waiting = await openWaitPage({ answer: jsonAnswer, download: false });
    await waiting.page.waitForURL('**/data?type=x');
    expect(await waiting.page.textContent('body')).toContain('[{"name":"Ada"}]');
    expect(waiting.dataRequests()).toEqual(['GET /data?type=x']);
  }, 30_000);

  test('shows an error in its own words, and tries again when asked', async () => {
    let failures = 0;
    const answer: Answer = (response, request) =>
      failures++ === 0
        ? errorAnswer(response, request)
        : csvAnswer('attachment; filename=a.csv')(response, request);
    await using waiting = await openWaitPage({ answer, download: true });
    const { page } = waiting;
    await expect.poll(() => page.textContent('h1')).toBe('Could not validate sql.');
    expect(await page.textContent('#reason')).toBe('no such column: <b>X');
    expect(await page.getByRole('link').getAttribute('href')).toBe('https://docs.example/sql');
    expect(waiting.dataRequests()).toHaveLength(1);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Try again' }).click();
    expect((await saved(await download)).content).toBe(csv);
    expect(waiting.dataRequests()).toHaveLength(2);
  }, 30_000);

  test('opens the help of an error in a page of its own', async () => {
    const answer: Answer = (response, request) => {
      const help = `http://${request.headers.host}/docs`;
      response.writeHead(request.url === '/docs' ? 200 : 403, {
        ...open,
        'content-type': 'application/json',
      });
      response.end(JSON.stringify({ error: 'USER_BLOCKED', help }));
    };
    await using waiting = await openWaitPage({ answer, download: true });
    const popup = waiting.page.waitForEvent('popup');
    await waiting.page.getByRole('link').click();
    const help = await popup;
    await help.waitForURL('**/docs');
    expect(await help.evaluate('origin')).toBe(waiting.origin);
  }, 30_000);

  test('shows an error page that is no JSON, and a link of no web address not at all', async () => {
    await using waiting = await openWaitPage({
      answer: (response) => void response.writeHead(502, open).end('<h1>Bad gateway</h1>'),
      download: true,
    });
    await expect.poll(() => waiting.page.textContent('h1')).toBe('The server answered with status 502.');
    expect(await waiting.page.getByRole('link').count()).toBe(0);
  }, 30_000);

  test('says when the connection breaks off, and delivers nothing', async () => {
    const answer: Answer = async (response) => {
      response.writeHead(200, { ...open, 'content-type': 'text/csv' });
      response.write('x'.repeat(1000));
      await setTimeout(200);
      response.destroy();
    };
    await using waiting = await openWaitPage({ answer, download: true });
    await expect.poll(() => waiting.page.textContent('h1')).toBe('The connection broke off');
    expect(waiting.dataRequests()).toHaveLength(1);
  }, 30_000);
});

describe('without JavaScript', () => {
  const javaScriptEnabled = false;

  test('the browser saves a file', async () => {
    const answer = csvAnswer("attachment; filename=orders.csv; filename*=UTF-8''orders%20%E2%82%AC.csv");
    await using waiting = await openWaitPage({ answer, download: true, javaScriptEnabled });
    const download = await waiting.page.waitForEvent('download');
    expect(await saved(download)).toEqual({ name: 'orders €.csv', content: csv });
    expect(waiting.dataRequests()).toEqual(['GET /data?type=x']);
  }, 30_000);

  test('the browser shows an answer to look at, or an error', async () => {
    for (const [answer, shown] of [
      [jsonAnswer, '[{"name":"Ada"}]'],
      [errorAnswer, 'Could not validate sql.'],
    ] as const) {
      await using waiting = await openWaitPage({ answer, download: false, javaScriptEnabled });
      await waiting.page.waitForURL('**/data?type=x');
      expect(await waiting.page.textContent('body')).toContain(shown);
      expect(waiting.dataRequests()).toEqual(['GET /data?type=x']);
    }
  }, 30_000);
});

describe('hostile texts stay text', () => {
  const hostiles = hostileTexts.filter((text) => /[<>&"'`;]/.test(text) && text.length < 999);

  const answer: Answer = (response, { url = '' }) => {
    const hostile = hostiles[Number(/n=(\d+)/.exec(url)?.[1])];
    const body = JSON.stringify({ error: hostile, data: hostile, help: hostile });
    response.writeHead(400, { ...open, 'content-type': 'application/json' }).end(body);
  };
  const expectNothingElse = ({ incidents }: OpenPage): void =>
    expect(incidents.filter((line) => !line.includes('status of 400'))).toEqual([]);

  test('in title, address and error', async () => {
    await using waiting = await openWaitPage({ answer, frames: hostiles, download: true });
    const { page, dataRequests } = waiting;
    await expect.poll(() => dataRequests().length).toBe(hostiles.length);
    for (const [at, frame] of (await framesOf(page, hostiles.length)).entries()) {
      await expect.poll(() => frame.textContent('#reason')).toBe(hostiles[at]);
      expect(await frame.evaluate('globalThis.hacked')).toBeUndefined();
    }
    expectNothingElse(waiting);
    expect(dataRequests()).toHaveLength(hostiles.length);
  }, 60_000);

  /** Page by page, because in frames a browser may follow a `refresh` twice or not at all: every third of them. */
  test('in title and address without JavaScript', async () => {
    const javaScriptEnabled = false;
    await using waiting = await openWaitPage({ answer, frames: hostiles, download: true, javaScriptEnabled });
    const { page, origin, dataRequests } = waiting;
    for (let at = 0; at < hostiles.length; at += 3) {
      await page.goto(`${origin}/${at}`, { waitUntil: 'commit' }).catch(() => undefined);
      const asked = (): boolean => dataRequests().some((request) => request.includes(`n=${at}&`));
      await expect.poll(asked).toBe(true);
    }
    expectNothingElse(waiting);
  }, 60_000);
});
