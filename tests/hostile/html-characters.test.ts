/**
 * Characters that no HTML document may hold, in names and cells of an upload and of a result of SQL: what
 * is answered is a document that every checker reads, with U+FFFD in their place, as in XML (contract 4.7.3).
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readDynamicTable } from '../formats/readers/read-dynamic-table.ts';
import { readHtmlTable } from '../formats/readers/read-html-table.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** Control characters but for tab and line ends, and noncharacters. */
const forbidden = /[[\p{Cc}\p{Noncharacter_Code_Point}]--[\t\n\r]]/v;

/** One kind a column: a column of nothing else could be taken for plain text. */
const kinds = {
  c0: 'a\u0001\u0008\u000b\u000c\u001fz',
  delete: 'a\u007fz',
  c1: 'a\u0080\u0085\u009fz',
  ends: 'a\ufffe\uffffz',
  arabic: 'a\ufdd0\ufdefz',
  astral: 'a\u{1fffe}\u{10ffff}z',
};
const allowed = 'tab\t é \u00a0 \ufdcf \ufdf0 \ufffd \u{1fffd} \u{103fe} 🙂';
const columns = [...Object.keys(kinds), 'allowed'];
const shown = [...Object.values(kinds).map((text) => text.replace(/(?<=a).*(?=z)/u, inPlace)), allowed];

function inPlace(characters: string): string {
  return '\ufffd'.repeat([...characters].length);
}

let service: TestService;
let plainNames: string;
let oddNames: string;
beforeAll(async () => {
  service = await startTestService();
  const cells = [...Object.values(kinds), allowed].join(',');
  plainNames = await service.publish(`${columns.join(',')}\n${cells}\n`);
  oddNames = await service.publish(`${cells}\n${cells}\n`);
});
afterAll(() => service[Symbol.asyncDispose]());

const readers = {
  html_table: (page: string) => readHtmlTable(page).rows,
  excel_web_query: (page: string) => readHtmlTable(page).rows,
  dynamic_table: (page: string) => readDynamicTable(page).rows,
};

describe.each(Object.entries(readers))('%s', (type, read) => {
  const statement = `SELECT ${columns.map((name) => `"${name}" || '' AS "${name}"`)} FROM service_table`;

  test.each([
    ['an upload', ''],
    ['a result of SQL', `&sql=${encodeURIComponent(statement)}`],
  ])('of %s holds none of them', async (_what, query) => {
    const answer = await service.get(`${plainNames}?type=${type}${query}`);
    const page = await answer.text();
    expect(answer.status, page).toBe(200);
    expect(forbidden.exec(page)?.[0]).toBeUndefined();
    expect(read(page)).toEqual([shown]);
  });

  test('has none of them in a name', async () => {
    const page = await (await service.get(`${oddNames}?type=${type}`)).text();
    expect(forbidden.exec(page)?.[0]).toBeUndefined();
    const names = type === 'dynamic_table' ? readDynamicTable(page).names : readHtmlTable(page).header;
    expect(names).toEqual(shown);
  });
});
