/**
 * What a result holds: exact integers, the types of the columns it came from, or what its values show; only
 * the picked columns; the same small and large (contract 4.8.5).
 */
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runSql } from '../../src/sql/run-sql.ts';
import type { Table } from '../../src/table/table.ts';
import { awkwardTable } from './awkward-table.ts';
import { cellsOf, openSqlGround, outcomeOf, type SqlGround, storedOf, tableOf } from './sql-cast.ts';

let ground: SqlGround;
let stored: Table;
beforeAll(async () => {
  ground = await openSqlGround();
  stored = await storedOf(ground, awkwardTable);
});
afterAll(() => ground.close());

async function typesOf(sql: string, table = awkwardTable): Promise<string[]> {
  const outcome = await outcomeOf(ground, table, sql);
  if ('refused' in outcome) throw new Error(outcome.refused);
  return outcome.columns.map(({ type }) => type);
}

describe('names that SQLite would mistake', () => {
  test.each([
    ['SELECT id, ID FROM service_table', [1, 9223372036854775807n]],
    ['SELECT Key, key FROM service_table', ['K1', 'k1']],
    ['SELECT t.key, "Key" FROM service_table t', ['k1', 'K1']],
    ['SELECT "true", TRUE, false FROM service_table', ['not true', 1, 0]],
    ['SELECT rowid FROM service_table', ['mine']],
    ['SELECT "" FROM service_table', ['no name']],
    ['SELECT "a""b", `a"b` FROM service_table', ['quote', 'quote']],
    ['SELECT __proto__, constructor FROM service_table', ['p', 'c']],
    ['SELECT service_table FROM service_table', ['a']],
    ['SELECT Größe, größe FROM service_table', [1, 4]],
    ['SELECT desc FROM service_table ORDER BY desc DESC', [3]],
    ['SELECT rows FROM service_table ORDER BY rows DESC', [30]],
    ['SELECT CASE WHEN end > 1 THEN end END FROM service_table ORDER BY end DESC', [2]],
    ['SELECT sum(rows) OVER (PARTITION BY row ORDER BY rows) FROM service_table ORDER BY 1', [10]],
    ['SELECT last FROM service_table ORDER BY last NULLS last', ['l2']],
    ['SELECT id AS \'Big Id\' FROM service_table ORDER BY "Big Id" DESC', [9007199254740993n]],
  ])('%s', async (sql, first) => {
    const [row] = await cellsOf(ground, awkwardTable, sql);
    expect(row).toEqual(first);
    expect((await cellsOf(ground, stored, sql))[0]).toEqual(first);
  });

  test('come back as they are written', async () => {
    const outcome = await outcomeOf(
      ground,
      awkwardTable,
      'SELECT *, ID + 1, "Full Name" || \'x\', COUNT(*) OVER () FROM service_table',
    );
    const names = 'refused' in outcome ? [] : outcome.columns.map(({ name }) => name);
    expect(names).toEqual([
      ...awkwardTable.columns.map(({ name }) => name),
      'ID + 1',
      '"Full Name" || \'x\'',
      'COUNT(*) OVER ()',
    ]);
  });
});

describe('the type of a result column', () => {
  test.each([
    ['SELECT * FROM service_table', awkwardTable.columns.map(({ type }) => type)],
    ['SELECT active AS on_, tags AS t FROM service_table', ['boolean', 'json']],
    ['SELECT s.active FROM (SELECT active FROM service_table) s', ['boolean']],
    ['SELECT active FROM service_table UNION ALL SELECT active FROM service_table', ['boolean']],
    ['SELECT active FROM service_table UNION ALL SELECT 5', ['integer']],
    ["SELECT tags FROM service_table UNION ALL SELECT 'not json'", ['string']],
    ['SELECT NOT active, active + 0 FROM service_table', ['integer', 'integer']],
    [
      'SELECT sum("Größe"), count(*), max("Full Name"), NULL FROM service_table',
      ['number', 'integer', 'string', 'string'],
    ],
    ["SELECT 1 AS a, 'x' AS b UNION ALL SELECT 'y', 2.5", ['any', 'any']],
    ['SELECT 1 AS a UNION ALL SELECT 2.5', ['number']],
    ['SELECT amount, active, tags, id FROM service_table WHERE 0', ['number', 'boolean', 'json', 'integer']],
    ['SELECT 2.0 AS whole', ['number']],
  ])('%s', async (sql, types) => {
    expect(await typesOf(sql)).toEqual(types);
    expect(await typesOf(sql, stored)).toEqual(types);
  });
});

describe('values', () => {
  test('keep every digit, their kind and their bytes', async () => {
    const [row] = await cellsOf(
      ground,
      awkwardTable,
      "SELECT 9007199254740993, -9223372036854775808, 9007199254740991, 1e999, -1e999, x'00FFab', char(0) || 'a', CAST(x'ff' AS TEXT), 0.1 + 0.2, NULL, ''",
    );
    expect(row).toEqual([
      9007199254740993n,
      -9223372036854775808n,
      9007199254740991,
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
      '00ffab',
      '\0a',
      '\ufffd',
      0.30000000000000004,
      null,
      '',
    ]);
  });

  test('of a boolean, JSON or very large integer column come back as such', async () => {
    expect(await cellsOf(ground, stored, 'SELECT active, tags, ID FROM service_table')).toEqual([
      [true, '[{"id":1,"name":"a"}]', 9223372036854775807n],
      [false, '[{"id":2,"name":"b"}]', -9223372036854775808n],
      [null, null, '18446744073709551616'],
    ]);
  });
});

describe('picked columns', () => {
  const pickedNames = ['amount', 'id', 'Full Name'];
  let picked: Table;
  beforeAll(async () => {
    picked = await storedOf(ground, awkwardTable, [3, 0, 2]);
  });

  test('are all that * is, in their order', async () => {
    const outcome = await outcomeOf(ground, picked, 'SELECT * FROM service_table');
    expect(outcome).toMatchObject({ columns: pickedNames.map((name) => ({ name })) });
  });

  test.each([
    ['SELECT ID FROM service_table', 'no such column: ID'],
    ['SELECT active FROM main.service_table', 'no such column: active'],
    ['SELECT service_table.active FROM service_table', 'no such column: service_table.active'],
    ['SELECT "Key" FROM "main"."service_table"', 'no such column: Key'],
    ['SELECT rowid FROM service_table', 'no such column: rowid'],
  ])('are all that can be named: %s', async (sql, refused) => {
    expect(await outcomeOf(ground, picked, sql)).toEqual({ refused });
  });

  test("cannot be passed by the table's own schema", async () => {
    for (const sql of [
      "SELECT * FROM service_table a, 'main'.service_table",
      "SELECT * FROM (SELECT 1), 'main' . 'service_table'",
      ...['main', "'main'", '"main"', '[main]', '`MAIN`', 'main /**/'].flatMap((schema) => [
        `WITH g("Key") AS (VALUES ('K1')) SELECT count(*) FROM g JOIN ${schema}.service_table USING ("Key")`,
        `WITH g("Key") AS (VALUES ('K1')) SELECT count(*) FROM g, ${schema}.service_table USING ("Key")`,
      ]),
    ]) {
      expect(await outcomeOf(ground, picked, sql)).toHaveProperty('refused');
    }
  });

  test('keep their types and can be counted', async () => {
    expect(await typesOf('SELECT * FROM service_table', picked)).toEqual(['number', 'integer', 'string']);
    expect(await cellsOf(ground, picked, 'SELECT count(*) FROM Service_Table')).toEqual([[3]]);
  });
});

describe('a large result', () => {
  const columns = [
    ['n', 'integer'],
    ['flag', 'boolean'],
    ['text', 'string'],
  ] as const;
  const rows = Array.from({ length: 6000 }, (_, n) => [
    n,
    n % 2 === 0,
    n % 3 === 0 ? null : `a "quoted", ${n}\n`,
  ]);
  const count = 'WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r LIMIT 5000)';

  test('is stored, the same as a small one, until it is disposed of', async () => {
    const { pool, scratchFolder } = ground;
    const run = { pool, scratchFolder, endpoint: 'a', owner: 'a' };
    const whole = await runSql(tableOf(columns, rows), 'SELECT * FROM service_table', run);
    const { table } = whole;
    const read = [];
    for await (const batch of table.batches) read.push(...batch);
    expect(read).toEqual(rows.map(([n, flag, text]) => [String(n), String(flag), text]));
    expect(table.columns.map(({ type, needsNoEscaping }) => [type, needsNoEscaping])).toEqual([
      ['integer', true],
      ['boolean', true],
      ['string', false],
    ]);
    const folder = table.rows.folder ?? '';
    expect(existsSync(folder)).toBe(true);
    await whole[Symbol.asyncDispose]();
    expect(existsSync(folder)).toBe(false);
  });

  test('of several kinds keeps them', async () => {
    const sql = `${count} SELECT CASE n % 3 WHEN 0 THEN n WHEN 1 THEN 'x' ELSE n / 2.0 END AS v FROM r`;
    const cells = await cellsOf(ground, awkwardTable, sql);
    expect(cells.slice(0, 3)).toEqual([['x'], [1], [3]]);
    expect(await typesOf(sql)).toEqual(['any']);
  });

  test('with large integers keeps their digits', async () => {
    const cells = await cellsOf(ground, awkwardTable, `${count} SELECT 9007199254740992 + n AS big FROM r`);
    expect(cells[0]).toEqual([9007199254740993n]);
    expect(cells.length).toBe(5000);
  });

  test('that is no longer boolean after thousands of rows is numbers from the first', async () => {
    const sql = 'SELECT flag FROM service_table UNION ALL SELECT 7';
    const cells = await cellsOf(ground, tableOf(columns, rows), sql);
    expect([cells[0], cells.at(-1)]).toEqual([[1], [7]]);
  });

  test('that fails with its last row is refused and leaves nothing', async () => {
    const sql = `${count} SELECT abs(CASE WHEN n = 5000 THEN -9223372036854775808 ELSE n END) FROM r`;
    expect(await outcomeOf(ground, awkwardTable, sql)).toEqual({ refused: 'integer overflow' });
  });
});

describe('a table', () => {
  test('of more columns than SQL can take is refused with the number', async () => {
    const wide = tableOf(
      Array.from({ length: 2001 }, (_, i) => [`c${i}`, 'string']),
      [],
    );
    expect(await outcomeOf(ground, wide, 'SELECT 1')).toEqual({
      refused: 'too many columns: the table has 2001, SQL can take 2000',
    });
  });

  test('of 2000 columns is taken', async () => {
    const wide = tableOf(
      Array.from({ length: 2000 }, (_, i) => [`c${i}`, 'integer']),
      [Array.from({ length: 2000 }, (_, i) => i)],
    );
    expect((await cellsOf(ground, wide, 'SELECT * FROM service_table'))[0]?.length).toBe(2000);
  });

  test('of none is refused', async () => {
    expect(await outcomeOf(ground, tableOf([], []), 'SELECT 1')).toEqual({
      refused: 'the table has no columns',
    });
  });
});
