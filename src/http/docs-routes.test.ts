import fastify, { type FastifyInstance } from 'fastify';
import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { errorKeys } from '../docs-site/error-pages.ts';
import { allErrors, errorPageName, helpAddress } from '../errors.ts';
import { parameterMeanings } from '../export/parameters.ts';
import { allFormats } from '../formats/all-formats.ts';
import { plans } from '../plans/plans.ts';
import { docsRoutes } from './docs-routes.ts';

function docs(environment: Record<string, string> = {}): FastifyInstance {
  const app = fastify();
  docsRoutes(app, readConfig(environment));
  return app;
}

async function htmlOf(app: FastifyInstance, path: string): Promise<string> {
  const answer = await app.inject(path);
  expect(answer.statusCode, path).toBe(200);
  return answer.body;
}

/** What a reader sees of a page. */
function textOf(html: string): string {
  return html
    .replace(/^[\s\S]*<main id="content">/, '')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}

const withoutTicks = (markdown: string): string => markdown.replaceAll('`', '');

test.each(errorKeys)('the error %s has a page with status, text, cause and remedy', async (key) => {
  const config = readConfig({});
  const { status, text, cause, remedy } = allErrors[key];
  const page = textOf(await htmlOf(docs(), new URL(helpAddress(config.docsUrl, key)).pathname));
  for (const part of [String(status), text, withoutTicks(cause), withoutTicks(remedy)])
    expect(page).toContain(part);
  expect(page).toContain(`"help": "${helpAddress(config.docsUrl, key)}"`);
});

test('the list of errors leads to each of them', async () => {
  const page = await htmlOf(docs(), '/docs/errors');
  for (const key of errorKeys) expect(page).toContain(`href="/docs/errors/${errorPageName(key)}"`);
});

test('every parameter, format and plan is on its page', async () => {
  const app = docs();
  const parameters = textOf(await htmlOf(app, '/docs/parameters'));
  for (const [name, meaning] of Object.entries(parameterMeanings)) {
    expect(parameters).toContain(name);
    expect(parameters).toContain(withoutTicks(meaning));
  }
  const formats = await htmlOf(app, '/docs/formats');
  for (const [name, { contentType }] of Object.entries(allFormats)) {
    expect(formats).toContain(`<h2 id="${name}">`);
    expect(formats).toContain(`<code>${contentType}</code>`);
  }
  const credits = textOf(await htmlOf(app, '/docs/credits'));
  for (const { label } of Object.values(plans)) expect(credits).toContain(label);
});

test('examples of formats are what the formats really write', async () => {
  const text = textOf(await htmlOf(docs(), '/docs/formats'));
  expect(text).toContain('"Cups, large",4,,true');
  expect(text).toContain('{"Product":"Cups, large","Quantity":4,"Price":null,"Sold out":true}');
  expect(text).toContain('<Price xsi:nil="true"/>');
});

test('the page about SQL names the limits that are set', async () => {
  const app = docs({ SQL_TIME_LIMIT_MS: '2500', SQL_MEMORY_LIMIT_MB: '777' });
  const text = textOf(await htmlOf(app, '/docs/sql'));
  expect(text).toContain('2.5 s');
  expect(text).toContain('777 MB');
});

test('examples use the configured address', async () => {
  const text = textOf(await htmlOf(docs({ BASE_URL: 'https://tables.test' }), '/docs/getting-started'));
  expect(text).toContain('https://tables.test/ENDPOINT_ID');
  expect(text).not.toContain('localhost');
});

/** Every page that can be reached from the first one. */
async function crawl(app: FastifyInstance, root: string, mount: string): Promise<Map<string, string>> {
  const pages = new Map<string, string>();
  const waiting = [root];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (pages.has(path)) continue;
    const html = await htmlOf(app, path.slice(mount.length));
    pages.set(path, html);
    for (const [, target = ''] of html.matchAll(/ (?:href|src)="([^"]*)"/g)) {
      const [to = ''] = target.split(/[#?]/);
      if (to !== '') waiting.push(to);
    }
  }
  return pages;
}

test.each(['', '/below'])('every link leads somewhere, mounted at "%s"', async (mount) => {
  const app = docs({ BASE_URL: `http://tables.test${mount}` });
  const pages = await crawl(app, `${mount}/docs`, mount);
  expect(pages.size).toBeGreaterThan(errorKeys.length + 8);
  for (const [path, html] of pages) {
    for (const [, target = '', anchor = ''] of html.matchAll(/ href="([^"#?]*)[^"#]*#([^"]+)"/g)) {
      expect(pages.get(target || path), `${path} -> ${target}#${anchor}`).toContain(` id="${anchor}"`);
    }
  }
});

test('no page names or loads an address outside', async () => {
  const pages = await crawl(docs({ BASE_URL: 'http://tables.test' }), '/docs', '');
  const schemaOfXml = 'http://www.w3.org/2001/XMLSchema-instance';
  for (const [path, html] of pages) {
    if (path.endsWith('.svg')) continue;
    const addresses = html.match(/(?:https?:)?\/\/[\w-]+\.[^\s"'<>&]*/g) ?? [];
    const outside = addresses.filter(
      (each) => !each.startsWith('http://tables.test') && each !== schemaOfXml,
    );
    expect(outside, path).toEqual([]);
    expect(html, path).not.toMatch(/<script|<style|\sstyle=|\son\w+=|@import|url\(/);
  }
});

test('an unknown page is a friendly 404 that leads back', async () => {
  for (const path of ['/docs/nothing', '/docs/errors/nothing', '/docs/__proto__', '/docs/a/b/c']) {
    const answer = await docs().inject(path);
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body).toContain('href="/docs"');
    expect(answer.body).not.toContain('__proto__');
  }
});

test('pages are found with and without a slash at the end', async () => {
  const app = docs();
  expect(await htmlOf(app, '/docs/')).toBe(await htmlOf(app, '/docs'));
  expect(await htmlOf(app, '/docs/sql/')).toBe(await htmlOf(app, '/docs/sql'));
});

test('pages may run and load nothing but their own style, and may be kept for an hour', async () => {
  const { headers } = await docs().inject('/docs/sql');
  expect(headers['content-security-policy']).toBe(
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
  expect(headers['cache-control']).toBe('public, max-age=3600');
  expect(headers['x-content-type-options']).toBe('nosniff');
});
