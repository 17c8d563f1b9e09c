/** Equal statements at the same time are one run; nobody is harmed by another who goes away. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runSql } from '../../src/sql/run-sql.ts';
import type { Table } from '../../src/table/table.ts';
import { openSqlGround, outcomeOf, type SqlGround, storedOf, tableOf } from './sql-cast.ts';

let ground: SqlGround;
let table: Table;

beforeAll(async () => {
  ground = await openSqlGround({ timeLimitMs: 5_000, memoryLimitMb: 256, processes: 1 });
  table = await storedOf(
    ground,
    tableOf(
      [['id', 'integer']],
      Array.from({ length: 3_000 }, (_, index) => [String(index)]),
    ),
  );
});
afterAll(() => ground.close());

test('a statement that differs each time gives all who share it the same rows', async () => {
  const ask = async (): Promise<string> =>
    JSON.stringify(await outcomeOf(ground, table, 'SELECT hex(randomblob(8)) AS r'));
  const outcomes = new Set(await Promise.all(Array.from({ length: 20 }, ask)));
  expect(outcomes.size).toBe(1);
  expect([...outcomes]).not.toContain(await ask());
});

test('other endpoints have runs of their own', async () => {
  const keys = ['a', 'b', 'c'];
  const outcomes = await Promise.all(
    keys.map((key) => outcomeOf(ground, table, 'SELECT hex(randomblob(8)) AS r', key)),
  );
  expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(3);
});

test('everybody has a large result of their own', async () => {
  const sql = "SELECT id, printf('%200d', id) AS wide FROM service_table";
  const outcomes = await Promise.all([outcomeOf(ground, table, sql), outcomeOf(ground, table, sql)]);
  for (const outcome of outcomes) expect('rows' in outcome && outcome.rows.length).toBe(3_000);
});

test('who waits for the run of another who goes away has one of their own', async () => {
  const sql =
    'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 300000) SELECT count(*) AS c FROM n';
  const leaving = new AbortController();
  const { pool, scratchFolder } = ground;
  const first = runSql(table, sql, {
    pool,
    scratchFolder,
    endpoint: 'endpoint',
    owner: 'endpoint',
    signal: leaving.signal,
  });
  const second = outcomeOf(ground, table, sql);
  leaving.abort();
  await expect(first).rejects.toThrow();
  expect(await second).toMatchObject({ rows: [[300_000]] });
});
