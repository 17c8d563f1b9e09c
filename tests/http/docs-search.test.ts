/** The search over the documentation, as a browser without script uses it: a form, and a page of results. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostileTexts } from '../support/hostile-texts.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** The tags that a page of results has; nothing of a query is in one of them but the value of the field. */
const harmless =
  /^<(?:!doctype html|html lang="en"|input type="search" name="q" value="[^"<>]*" maxlength="200" aria-label="[\w ]+" placeholder="Search"|form class="search" role="search" action="\/docs\/search"|(?:link|a|li|ul|ol|nav|p|main|meta|svg|rect|path|span)(?: [a-zA-Z-]+="[\w/ .#?=,+*-]*")*\/?|\/?(?:head|title|body|header|button|mark)|h1 id="search"|\/\w+)>$/;

describe('/docs/search', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const ask = (query: string): Promise<Response> => fetch(`${service.url}/docs/search${query}`);
  const search = async (words: string): Promise<string> => {
    const answer = await ask(`?q=${encodeURIComponent(words)}`);
    expect(answer.status).toBe(200);
    const page = await answer.text();
    return page.slice(page.indexOf('<main'));
  };
  const linksIn = (page: string): string[] =>
    [...page.matchAll(/<li><a href="([^"]+)"/g)].map(([, to = '']) => to);

  it('every page has the field, which keeps what was asked', async () => {
    for (const path of ['/docs', '/docs/sql', '/docs/errors/sql-invalid', '/docs/nothing']) {
      const page = await (await fetch(service.url + path)).text();
      expect(page).toMatch(
        /<form class="search" role="search" action="\/docs\/search">\s*<input [^>]*name="q"/,
      );
    }
    expect(await (await ask('?q=decimal+mark')).text()).toContain('name="q" value="decimal mark"');
  });

  it('finds sections by their words, with the words marked, and leads to the heading', async () => {
    const page = await search('billing cycle');
    expect(linksIn(page)).toContain('/docs/credits#billing-cycles');
    expect(page).toContain('<mark>billing</mark> <mark>cycle</mark>');
    for (const link of linksIn(page)) {
      const [path = '', anchor] = link.split('#');
      const target = await (await fetch(service.url + path)).text();
      if (anchor !== undefined) expect(target, link).toContain(` id="${anchor}"`);
    }
  });

  it.each([
    ['a word in another case', 'LIBREOFFICE', '/docs/getting-started#libreoffice'],
    ['the beginning of a word', 'libreo', '/docs/getting-started#libreoffice'],
    ['a plural', 'webhooks', '/docs/saving#webhooks'],
    ['a part of a name with underscores', 'gdrive', '/docs/parameters'],
    ['email without its hyphen', 'confirm email', '/docs/mail#all-mails'],
    ['a question in words', 'how do I cancel my plan', '/docs/plans#cancel'],
    ['a journey', 'share', '/docs/sharing'],
    ['a new thing', 'undo delete', '/docs/endpoints#the-bin'],
    ['a setting', 'SMTP_URL', '/docs/settings'],
    ['the text of an error', 'not enough credits', '/docs/errors/not-enough-credits'],
  ])('finds %s', async (_what, words, link) => {
    expect(linksIn(await search(words))).toContain(link);
  });

  it('what is named so comes first', async () => {
    expect(linksIn(await search('share a table'))[0]).toBe('/docs/sharing');
    expect(linksIn(await search('upload a csv file'))[0]).toBe('/docs/files');
    expect(linksIn(await search('bin'))[0]).toBe('/docs/endpoints#the-bin');
    expect(linksIn(await search('linked records'))[0]).toBe('/docs/connections#linked-records');
  });

  it('says what it did not find, and shows what has some of the words', async () => {
    expect(await search('xylophone')).toContain('No page has “xylophone”.');
    const page = await search('webhook xylophone');
    expect(page).toContain('No section has all of these words');
    expect(linksIn(page)).toContain('/docs/saving#webhooks');
    expect(await search(' … ')).toContain('Type what you are looking for');
  });

  it('shows 20 results at most, and says of how many', async () => {
    const page = await search('endpoint');
    expect(linksIn(page)).toHaveLength(20);
    expect(page).toMatch(/First 20 of \d+ results for “endpoint”\./);
  });

  it.each(hostileTexts)('shows %j as text', async (text) => {
    const page = await (await ask(`?q=${encodeURIComponent(`${text.toWellFormed()} endpoint`)}`)).text();
    const tags = page.match(/<[^>]*>?/g) ?? [];
    expect(tags.filter((tag) => !harmless.test(tag))).toEqual([]);
  });

  it.each([
    ['no query', ''],
    ['no words', '?q='],
    ['another parameter', '?x=1&q[]=a&__proto__=b'],
    ['two queries', '?q=sql&q=mail'],
    ['broken escapes', '?q=%E0%A4%A&q=%'],
    ['a null character', '?q=%00%1b%ff'],
    ['half a character', '?q=%ED%A0%80'],
    ['names of every object', '?q=constructor+__proto__+toString+hasOwnProperty'],
    ['signs of patterns', '?q=%28%5B%2A%2B%3F%5E%24%7B%7C%5C'],
    ['letters of other scripts', `?q=${encodeURIComponent('日本語 ŝlosilo İ 𝔘')}`],
  ])('answers %s', async (_what, query) => {
    const answer = await ask(query);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('x-robots-tag')).toBe('noindex');
    expect(await answer.text()).toContain('<h1 id="search">Search</h1>');
  });

  it('reads 200 characters of a query and eight of its words', async () => {
    const page = await (await ask(`?q=${'endpoint+'.repeat(1_500)}`)).text();
    expect(page.length).toBeLessThan(30_000);
    expect(page).not.toContain('endpoint '.repeat(30));
    const words = Array.from({ length: 8 }, (_, at) => `x${at}`).join(' ');
    expect(await search(`${words} webhook`)).toContain('No page has');
  });
});
