/** A statement can make cells of any size out of nothing: they are refused before a format sees them. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atThisPace } from '../support/machine-pace.ts';
import { startTestService, type TestService } from '../support/service.ts';

const longestCell = 1024 * 1024;
const formats = ['csv', 'json_records', 'xml', 'html_table', 'dynamic_table', 'excel_web_query'];
const longSource = 5_000_000;

/** How long `GET /` took at worst while the work was done. */
async function longestStall(service: TestService, work: Promise<unknown>): Promise<number> {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  let longest = 0;
  while (!isDone) {
    const began = performance.now();
    await (await service.get('')).text();
    longest = Math.max(longest, performance.now() - began);
    await pause(5);
  }
  await done;
  return longest;
}

describe('huge cells and rows of a statement', () => {
  let service: TestService;
  let endpoint: string;
  beforeAll(async () => {
    service = await startTestService();
    endpoint = await service.publish(`name,text\nAnn,${'x'.repeat(longSource)}\nBo,y\n`);
    await ask('SELECT 1');
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const ask = (sql: string, type = 'csv'): Promise<Response> =>
    service.get(`${endpoint}?type=${type}&sql=${encodeURIComponent(sql)}`);

  it.each(formats)('a cell of 60 MB as %s: refused, and nobody else waits', async (type) => {
    const asked = ask("SELECT replace(hex(zeroblob(30000000)), '0', '<') AS x", type);
    expect(await longestStall(service, asked)).toBeLessThan(atThisPace(500));
    const answer = await asked;
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      error: 'Could not validate sql.',
      data: 'a cell of the result is longer than the limit of 1 MB',
    });
  });

  it.each([
    ['a cell of a text', `printf('%.*c', ${longestCell + 1}, 'x')`],
    ['a cell of a blob', `zeroblob(${longestCell / 2 + 1})`],
    ['a cell of the source', '(SELECT text FROM service_table LIMIT 1)'],
  ])('%s over the limit is refused', async (_, expression) => {
    for (const sql of [
      `SELECT ${expression} AS x`,
      `SELECT 1 AS a, ${expression} AS x UNION ALL SELECT 2, 3`,
    ]) {
      const answer = await ask(sql);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({
        data: 'a cell of the result is longer than the limit of 1 MB',
      });
    }
  });

  it('a row over the limit is refused, also far into a result', async () => {
    const wide = Array.from({ length: 17 }, (_, i) => `printf('%.*c', n * 100000, 'x') AS c${i}`);
    const sql = `WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r LIMIT 10) SELECT ${wide} FROM r`;
    const answer = await ask(sql);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      data: 'a row of the result is longer than the limit of 16 MB',
    });
  });

  it('a cell of exactly the limit is answered', async () => {
    const text = await ask(`SELECT printf('%.*c', ${longestCell}, 'x') AS x`);
    expect(await text.text()).toBe(`x\n${'x'.repeat(longestCell)}\n`);
    const blob = await ask(`SELECT zeroblob(${longestCell / 2}) AS x`);
    expect(await blob.text()).toBe(`x\n${'0'.repeat(longestCell)}\n`);
  });

  it('a long cell of the source can be used, and a part of it answered', async () => {
    const lengths = await ask('SELECT length(text) AS n FROM service_table');
    expect(await lengths.text()).toBe(`n\n${longSource}\n1\n`);
    const part = await ask("SELECT substr(text, 1, 3) AS t FROM service_table WHERE name = 'Ann'");
    expect(await part.text()).toBe('t\nxxx\n');
  });
});
