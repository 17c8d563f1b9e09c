/**
 * Statements that must be refused, and their honest doubles that must not: nothing but `service_table` is
 * reached, nothing is written, and no reason says more than it should (contract 4.8.6).
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { awkwardTable } from './awkward-table.ts';
import { expectNoLeak } from './leaks.ts';
import { openSqlGround, outcomeOf, type SqlGround, tableOf } from './sql-cast.ts';

const list = <Shape extends z.ZodType>(name: string, shape: Shape): z.infer<Shape> =>
  shape.parse(JSON.parse(readFileSync(join(import.meta.dirname, 'hostile', `${name}.json`), 'utf8')));

const refused = list('refused', z.array(z.string()));
const honest = list('honest', z.array(z.string()));
const counts = list('counts', z.object({ allowed: z.array(z.string()), refused: z.array(z.string()) }));
const columnCase = list(
  'column-case',
  z.object({ wrong: z.array(z.tuple([z.string(), z.string()])), right: z.array(z.string()) }),
);

const plain = tableOf(
  [
    ['id', 'integer'],
    ['name', 'string'],
  ],
  [
    [1, 'Alice'],
    [2, 'Bob'],
  ],
);

const canaries = ['vacuum', 'attach', 'write', 'outfile'];
const canaryFile = (name: string): string => `/tmp/tablecast-${name}-canary`;

let ground: SqlGround;
beforeAll(async () => {
  ground = await openSqlGround();
});
afterAll(() => ground.close());

async function reason(sql: string, table = plain): Promise<string> {
  const outcome = await outcomeOf(ground, table, sql);
  if (!('refused' in outcome)) throw new Error(`not refused: ${sql}`);
  expectNoLeak(outcome.refused);
  return outcome.refused;
}

describe('what must be refused', () => {
  test('is a list of more than 200 statements', () => expect(refused.length).toBeGreaterThan(200));

  test.each(refused)('%j', async (sql) => {
    expect(await reason(sql)).not.toBe('');
  });

  test('leaves no file behind', () => {
    for (const name of canaries) {
      expect(existsSync(canaryFile(name))).toBe(false);
      expect(existsSync(`${canaryFile(name)}.db`)).toBe(false);
    }
    expect(readdirSync(join(ground.scratchFolder, 'sql-results'))).toEqual([]);
    expect(readdirSync(ground.scratchFolder).toSorted()).toEqual(['sql-results']);
  });

  test.each([
    ['SELECT 1; SELECT 2', 'You can only execute one statement at a time.'],
    ['PRAGMA table_list', 'only SELECT statements are allowed'],
    ['WITH t AS (SELECT 1) DELETE FROM service_table', 'only SELECT statements are allowed'],
    ['SELECT * FROM sqlite_master', 'no such table: sqlite_master'],
    ['SELECT * FROM SQLITE_MASTER', 'no such table: SQLITE_MASTER'],
    ["SELECT * FROM service_table, 'sqlite_master'", 'no such table: sqlite_master'],
    ["SELECT * FROM JSON_EACH('[1]')", 'no such table: JSON_EACH'],
    ['SELECT LOAD_EXTENSION(1)', 'no such function: LOAD_EXTENSION'],
    ['SELECT sqlite_version()', 'no such function: sqlite_version'],
    ['SELECT t.oid FROM service_table t', 'no such column: t.oid'],
    ['SELECT 1 \u0000', 'unrecognized token: "\\u0000"'],
    ['SELECT ?1', 'parameters have no value here: ?1'],
    ['  ', 'empty statement'],
    ['hello', 'near "hello": syntax error'],
    ['SELECT Hello World Again', 'near "Again": syntax error'],
    ['SELECT \\', 'unrecognized token: "\\"'],
    [`SELECT ${'1,'.repeat(60_000)}1`, 'the statement is longer than 100000 characters'],
  ])('%j: %s', async (sql, expected) => {
    expect(await reason(sql)).toBe(expected);
  });
});

describe('a count of rows', () => {
  test.each(counts.allowed)('is given of what the statement defines: %s', async (sql) => {
    expect(await outcomeOf(ground, plain, sql)).toHaveProperty('rows');
  });
  test.each(counts.refused)('is refused of what it does not: %s', async (sql) => {
    expect(await reason(sql)).toMatch(/^no such table: /);
  });
});

describe('the case of a column', () => {
  test.each(columnCase.wrong)('counts: %s', async (sql, expected) => {
    expect(await reason(sql, awkwardTable)).toBe(expected);
  });
  test.each(columnCase.right)('is free in an alias: %s', async (sql) => {
    expect(await outcomeOf(ground, awkwardTable, sql)).toHaveProperty('rows');
  });
});

describe('an honest statement', () => {
  test('stands for more than 90', () => expect(honest.length).toBeGreaterThan(90));

  test.each(honest)('is answered: %s', async (sql) => {
    const outcome = await outcomeOf(ground, awkwardTable, sql);
    if ('refused' in outcome) throw new Error(outcome.refused);
    expect(outcome.columns.length).toBeGreaterThan(0);
    for (const row of outcome.rows) expect(row.length).toBe(outcome.columns.length);
  });
});
