/**
 * Contract 4.8.4: beside `data`, which is SQLite's reason, a `message` says what to do, and tells only what the caller
 * may see.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestService, type TestService } from '../support/service.ts';

const header = 'Name,City,Order,group,Case,Order Date,Amount (EUR),"say ""hi""",Größe';
const quotedHi = '"say ""hi"""';
const all = `Name, City, "Order", "group", "Case", "Order Date", "Amount (EUR)", ${quotedHi}, Größe`;
const list = `The columns are: ${all}. Put text values in single quotes.`;
const needsQuotes = (name: string): string =>
  `The name has spaces or signs, so it needs double quotes: ${name}.`;

/** The statement, `data`, `message`. */
const refused: readonly (readonly [string, string, string | undefined])[] = [
  ['SELECT name FROM t', 'no such table: t', 'The only table is service_table: write FROM service_table.'],
  [
    'SELECT name FROM service_table',
    'no such column: name',
    'Did you mean Name? Upper and lower case count in column names.',
  ],
  [
    'SELECT t.CITY FROM service_table t',
    'no such column: t.CITY',
    'Did you mean City? Upper and lower case count in column names.',
  ],
  [
    'SELECT "Group" FROM service_table',
    'no such column: Group',
    'Did you mean "group"? Upper and lower case count in column names.',
  ],
  ['SELECT Nmae FROM service_table', 'no such column: Nmae', `Did you mean Name? ${list}`],
  ['SELECT Grösse FROM service_table', 'no such column: Grösse', `Did you mean Größe? ${list}`],
  ['SELECT Citi FROM service_table', 'no such column: Citi', `Did you mean City? ${list}`],
  ['SELECT * FROM service_table WHERE City = Paris', 'no such column: Paris', list],
  [
    'SELECT * FROM service_table WHERE City = "Paris"',
    'no such column: Paris',
    `Put text values in single quotes: 'Paris'. The columns are: ${all}.`,
  ],
  [
    'SELECT TOP 10 * FROM service_table',
    'near "10": syntax error',
    'There is no TOP here: write LIMIT 10 at the end.',
  ],
  [
    'SELECT Order FROM service_table',
    'near "Order": syntax error',
    'ORDER is a word of SQL, so the column needs double quotes: "Order".',
  ],
  [
    'SELECT Name FROM service_table WHERE Group = 1',
    'near "Group": syntax error',
    'GROUP is a word of SQL, so the column needs double quotes: "group".',
  ],
  [
    'SELECT Case FROM service_table',
    'near "FROM": syntax error',
    'CASE is a word of SQL, so the column needs double quotes: "Case".',
  ],
  ['SELECT Name FROM service_table GROUP Name', 'near "Name": syntax error', undefined],
  ['SELECT Amount (EUR) FROM service_table', 'no such column: EUR', needsQuotes('"Amount (EUR)"')],
  ['SELECT Order Date FROM service_table', 'near "Order": syntax error', needsQuotes('"Order Date"')],
  [
    `SELECT Name FROM service_table WHERE Name = 'Order Date' AND Nmae = 1`,
    'no such column: Nmae',
    `Did you mean Name? ${list}`,
  ],
  [
    "SELECT Name FROM service_table WHERE City = 'Paris",
    'unrecognized token: "\'Paris"',
    "A quote is not closed. A single quote inside a text is written twice: 'O''Brien'.",
  ],
  ['SELECT sqlite_version()', 'no such function: sqlite_version', undefined],
  ['DELETE FROM service_table', 'only SELECT statements are allowed', undefined],
];

describe('7 SQL errors help', () => {
  let service: TestService;
  let endpoint: string;
  beforeAll(async () => {
    service = await startTestService();
    endpoint = await service.publish(`${header}\nAnn,Paris,1,2,3,4,5,6,7\n`);
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const ask = async (path: string, sql: string): Promise<Record<string, unknown>> => {
    const answer = await service.get(`${path}?sql=${encodeURIComponent(sql)}`);
    expect(answer.status).toBe(400);
    return z.record(z.string(), z.unknown()).parse(await answer.json());
  };

  it.each(refused)('%s', async (sql, data, message) => {
    const body = await ask(endpoint, sql);
    expect(body).toMatchObject({ error: 'Could not validate sql.', data });
    expect(body['message']).toBe(message);
  });

  it('a statement that follows the advice works', async () => {
    const sql = `SELECT "Order", "group", "Order Date", "Amount (EUR)", ${quotedHi}, Größe FROM service_table`;
    expect((await service.get(`${endpoint}?sql=${encodeURIComponent(sql)}`)).status).toBe(200);
  });

  it('names no column that the endpoint does not show', async () => {
    const shown = await service.publish('Name,Salary\nAnn,1\n', '--fields', 'Name');
    expect(await ask(shown, 'SELECT salary FROM service_table')).toMatchObject({
      data: 'no such column: salary',
      message: 'The columns are: Name. Put text values in single quotes.',
    });
  });

  it('says nothing of the columns behind a statement that the owner fixed', async () => {
    const id = await service.publish('Name,Salary\nAnn,1\n');
    const fixed = 'sql=SELECT Name, Salary FROM service_table';
    const proxy = await service.command('proxy', 'create', id, '--param', fixed);
    await service.publish('Name,Secret\nAnn,1\n', '--replace', id);
    const body = await (await service.get(`proxy/${proxy['id']}`)).json();
    expect(body).toMatchObject({ data: 'no such column: Salary' });
    expect(body).not.toHaveProperty('message');
    const open = await service.command('proxy', 'create', id);
    expect(await ask(`proxy/${open['id']}`, 'SELECT Nam FROM service_table')).toMatchObject({
      message: 'Did you mean Name? The columns are: Name, Secret. Put text values in single quotes.',
    });
  });

  it('lists a bounded number of columns', async () => {
    const many = await service.publish(`${Array.from({ length: 300 }, (_, i) => `c${i}`).join()}\n`);
    const { message } = await ask(many, 'SELECT unknown FROM service_table');
    expect(message).toMatch(/^The columns are: c0, c1, .*, c49 and 250 more\. Put text/);
    const long = Array.from({ length: 20 }, (_, i) => `${'long'.repeat(100)}${i}`);
    const body = await ask(await service.publish(`${long.join()}\n`), 'SELECT unknown FROM service_table');
    expect(String(body['message']).length).toBeLessThan(1_200);
    const statement = `SELECT ${'x'.repeat(5_000)} FROM service_table`;
    expect(String((await ask(many, statement))['message']).length).toBeLessThan(1_200);
  });
});
