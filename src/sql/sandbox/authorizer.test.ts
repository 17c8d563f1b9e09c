/**
 * The authorizer alone, without the check of the text and the rewrite that stand in front of it: whatever they
 * let through, nothing but `service_table` is read and nothing is written.
 */
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { encodeSqlName, quoteSqlName } from '../../table/stored/sql-names.ts';
import { allowedSqlFunctions, SqlAuthorizer } from './authorizer.ts';

const setUp = `
  CREATE TABLE service_table (id INTEGER, name TEXT);
  INSERT INTO service_table VALUES (1, 'Ann'), (2, 'Ben');
  CREATE INDEX by_name ON service_table (name);
  CREATE VIEW own_view AS SELECT name FROM service_table;
  CREATE TABLE other_table (x);
  CREATE TEMP TABLE temp_table (x)`;
const view = 'CREATE TEMP VIEW service_table (id) AS SELECT id FROM main.service_table';

interface Outcome {
  readonly rows?: readonly unknown[];
  readonly denial: string | undefined;
}

/** Runs the statement; with `throughView` only the column `id` is picked. */
function outcomeOf(sql: string, throughView = false): Outcome {
  using database = new DatabaseSync(':memory:');
  database.exec(throughView ? `${setUp}; ${view}` : setUp);
  database.function('readfile', (path) => `the content of ${path}`);
  const authorizer = new SqlAuthorizer(database, throughView);
  try {
    const statement = database.prepare(sql, { returnArrays: true });
    return { rows: statement.all(), denial: authorizer.denial };
  } catch {
    return { denial: authorizer.denial };
  }
}

const cte = quoteSqlName(encodeSqlName('mine'));

describe('allows', () => {
  test.each([
    [
      'columns',
      'SELECT id, name FROM service_table',
      [
        [1, 'Ann'],
        [2, 'Ben'],
      ],
    ],
    ['a count of rows', 'SELECT count(*) FROM service_table', [[2]]],
    ['a subquery', 'SELECT s.name FROM (SELECT name FROM service_table LIMIT 1) s', [['Ann']]],
    ['a window', 'SELECT row_number() OVER (ORDER BY id DESC) FROM service_table ORDER BY id', [[2], [1]]],
    ['a named window', 'SELECT sum(id) OVER w FROM service_table WINDOW w AS (ORDER BY id)', [[1], [3]]],
    [
      'a recursive common table expression',
      `WITH RECURSIVE ${cte}(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM ${cte} LIMIT 3) SELECT n FROM ${cte}`,
      [[1], [2], [3]],
    ],
    ['a count of its rows', `WITH ${cte}(n) AS (VALUES (7), (8)) SELECT count(*) FROM ${cte}`, [[2]]],
    [
      'one named by a word of the grammar',
      'WITH Key(n) AS (VALUES (7), (8)) SELECT count(*) FROM Key',
      [[2]],
    ],
    ['functions in any case', "SELECT ABS(-1), Upper('a'), '[5]' ->> 0", [[1, 'A', 5]]],
  ])('%s', (_, sql, rows) => {
    expect(outcomeOf(sql)).toEqual({ rows, denial: undefined });
  });
});

describe('denies the number of a row', () => {
  test.each([
    'SELECT rowid FROM service_table',
    'SELECT oid FROM service_table',
    'SELECT _rowid_ FROM service_table',
    'SELECT t.ROWID FROM service_table t',
    'SELECT name FROM service_table WHERE rowid = 2',
    'SELECT name FROM service_table ORDER BY oid DESC',
  ])('%s', (sql) => {
    expect(outcomeOf(sql)).toEqual({ denial: 'no such column: rowid' });
  });
});

describe('denies every table but one', () => {
  test.each([
    ['SELECT x FROM other_table', 'other_table'],
    ['SELECT count(*) FROM other_table', 'other_table'],
    ['SELECT 1 FROM service_table, other_table', 'other_table'],
    ['SELECT (SELECT x FROM other_table) FROM service_table', 'other_table'],
    ['SELECT id FROM service_table UNION SELECT x FROM other_table', 'other_table'],
    ['SELECT x FROM temp_table', 'temp_table'],
    ['SELECT count(*) FROM temp.temp_table', 'temp_table'],
    ['SELECT name FROM own_view', 'own_view'],
    ['SELECT sql FROM sqlite_master', 'sqlite_master'],
    ['SELECT sql FROM main.sqlite_schema', 'sqlite_master'],
    ['SELECT count(*) FROM sqlite_schema', 'sqlite_schema'],
    ['SELECT sql FROM sqlite_temp_master', 'sqlite_temp_master'],
    ['SELECT sql FROM temp.sqlite_schema', 'sqlite_temp_master'],
    ["SELECT name FROM pragma_table_info('service_table')", 'pragma_table_info'],
    ['SELECT file FROM pragma_database_list', 'pragma_database_list'],
    ['SELECT count(*) FROM pragma_compile_options', 'pragma_compile_options'],
    ['SELECT name FROM pragma_function_list', 'pragma_function_list'],
    ["SELECT value FROM json_each('[1]')", 'json_each'],
    ['SELECT name FROM dbstat', 'dbstat'],
    ['WITH bare(n) AS (VALUES (7), (8)) SELECT count(*) FROM bare', 'bare'],
  ])('%s', (sql, table) => {
    expect(outcomeOf(sql)).toEqual({ denial: `no such table: ${table}` });
  });
});

describe('where only some columns are picked', () => {
  test.each([
    ['SELECT * FROM service_table', [[1], [2]]],
    ['SELECT id FROM temp.service_table', [[1], [2]]],
    ['SELECT count(*) FROM service_table', [[2]]],
    ['SELECT count(*) FROM main.service_table', [[2]]],
  ])('allows %s', (sql, rows) => {
    expect(outcomeOf(sql, true)).toEqual({ rows, denial: undefined });
  });

  test.each([
    'SELECT * FROM main.service_table',
    'SELECT id FROM main.service_table',
    'SELECT name FROM main.service_table',
    'SELECT count(name) FROM main.service_table',
    "SELECT 1 FROM main.service_table WHERE name = 'Ann'",
    'SELECT (SELECT name FROM main.service_table) FROM service_table',
    'SELECT b.name FROM service_table a JOIN main.service_table b USING (id)',
    'SELECT id FROM service_table ORDER BY (SELECT max(name) FROM main.service_table)',
  ])('denies the table behind the view: %s', (sql) => {
    expect(outcomeOf(sql, true)).toEqual({ denial: 'no such table: main.service_table' });
  });

  test('denies the number of a row behind the view', () => {
    expect(outcomeOf('SELECT rowid FROM main.service_table', true)).toEqual({
      denial: 'no such column: rowid',
    });
  });
});

describe('denies what is no SELECT', () => {
  test.each([
    "INSERT INTO service_table VALUES (3, 'Cid')",
    'INSERT INTO service_table DEFAULT VALUES',
    "REPLACE INTO service_table VALUES (1, 'Cid')",
    "UPDATE service_table SET name = 'Cid'",
    'DELETE FROM service_table',
    'CREATE TABLE more (x)',
    'CREATE TEMP TABLE more (x)',
    'CREATE TABLE more AS SELECT 1',
    'CREATE VIEW more AS SELECT 1',
    'CREATE INDEX more ON service_table (id)',
    'CREATE TRIGGER more AFTER INSERT ON service_table BEGIN SELECT 1; END',
    'CREATE VIRTUAL TABLE more USING fts5(x)',
    'ALTER TABLE service_table ADD COLUMN more',
    'ALTER TABLE service_table RENAME TO more',
    'DROP TABLE service_table',
    'DROP VIEW own_view',
    'DROP INDEX by_name',
    "ATTACH ':memory:' AS more",
    'DETACH temp',
    'PRAGMA table_list',
    'PRAGMA query_only = OFF',
    'REINDEX',
    'ANALYZE',
    'VACUUM',
    "VACUUM INTO '/nowhere/copy'",
    'BEGIN',
    'COMMIT',
    'SAVEPOINT more',
  ])('%s', (sql) => {
    expect(outcomeOf(sql)).toEqual({ denial: 'only SELECT statements are allowed' });
  });
});

describe('of functions', () => {
  test.each([
    "load_extension('x')",
    "LOAD_EXTENSION('x', 'y')",
    "readfile('/etc/passwd')",
    'sqlite_version()',
    'sqlite_source_id()',
    'sqlite_compileoption_get(1)',
    "sqlite_log(1, 'x')",
    'changes()',
    'total_changes()',
    'last_insert_rowid()',
    "fts3_tokenizer('simple')",
  ])('denies %s', (call) => {
    const name = call.slice(0, call.indexOf('('));
    expect(outcomeOf(`SELECT ${call}`).denial?.toLowerCase()).toBe(`no such function: ${name.toLowerCase()}`);
    expect(outcomeOf(`SELECT id FROM service_table WHERE ${call} > 1`).rows).toBeUndefined();
  });

  const known = engineFunctions();

  test.each(known.filter(({ name }) => !allowedSqlFunctions.has(name)))(
    'denies $name, which is not on the list',
    (one) => {
      expect(outcomeOf(callOf(one)).denial).toBe(`no such function: ${one.name}`);
    },
  );

  test.each(known.filter(({ name }) => allowedSqlFunctions.has(name)))('allows $name', (one) => {
    expect(outcomeOf(callOf(one)).denial).toBeUndefined();
  });

  test('has no name on its list that the engine does not know', () => {
    const names = new Set(known.map(({ name }) => name));
    expect([...allowedSqlFunctions].filter((name) => !names.has(name))).toEqual([]);
  });
});

interface EngineFunction {
  readonly name: string;
  readonly count: number;
}

function engineFunctions(): EngineFunction[] {
  using database = new DatabaseSync(':memory:');
  return database
    .prepare('SELECT name, max(narg) AS count FROM pragma_function_list GROUP BY name')
    .all()
    .map(({ name, count }) => ({ name: String(name), count: Number(count) }));
}

/** A negative count stands for any. */
function callOf({ name, count }: EngineFunction): string {
  const list = Array.from({ length: Math.max(0, count) }, () => '1').join(', ');
  return `SELECT ${quoteSqlName(name)}(${list})`;
}
