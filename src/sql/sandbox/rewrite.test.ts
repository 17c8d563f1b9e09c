import { expect, test } from 'vitest';
import { decodeSqlNames, sqlNameMark } from '../../table/stored/sql-names.ts';
import { rewriteStatement } from './rewrite.ts';

const columns = new Set([
  'id',
  'Name',
  'Key',
  'last',
  'row',
  'service_table',
  'true',
  'partition',
  'unbounded',
  'recursive',
  'with',
  'like',
]);

/** The statement with ° for the mark, every name with its real letters. */
const shown = (sql: string): string =>
  decodeSqlNames(rewriteStatement(sql, columns).replaceAll(sqlNameMark, '°'));

test.each([
  ['SELECT id, Name FROM service_table', 'SELECT id°, Name° FROM service_table'],
  ['select "Name", [id], `x` from SERVICE_TABLE', 'select "Name°", [id°], `x°` from service_table'],
  ['SELECT Count(*) AS N FROM main.Service_Table', 'SELECT Count(*) AS N° FROM service_table'],
  ['SELECT "main", service_table FROM t', 'SELECT "main°", service_table° FROM t°'],
  ['SELECT foo(id), "load_extension"(1)', 'SELECT foo°(id°), "load_extension°"(1)'],
  ["SELECT * FROM json_each('[1]')", "SELECT * FROM json_each°('[1]')"],
  ['SELECT * FROM max(1)', 'SELECT * FROM max°(1)'],
  [
    'WITH T(a) AS (SELECT 1), count(b) AS (SELECT 2) SELECT a, b FROM T, count',
    'WITH T°(a°) AS (SELECT 1), count°(b°) AS (SELECT 2) SELECT a°, b° FROM T°, count°',
  ],
  ['SELECT CAST(id AS Varchar(10)) AS Text FROM x', 'SELECT CAST(id° AS Varchar(10)) AS Text° FROM x°'],
  ['SELECT id COLLATE NoCase', 'SELECT id° COLLATE NoCase'],
  ['SELECT Key, key, KEY FROM t', 'SELECT Key°, key, KEY FROM t°'],
  ['SELECT last FROM t° ORDER BY last NULLS last', 'SELECT last° FROM t°° ORDER BY last° NULLS last'],
  [
    'SELECT row FROM t ORDER BY sum(row) OVER (ORDER BY row ROWS BETWEEN 1 PRECEDING AND CURRENT row)',
    'SELECT row° FROM t° ORDER BY sum(row°) OVER (ORDER BY row° ROWS BETWEEN 1 PRECEDING AND CURRENT row)',
  ],
  ['SELECT true, TRUE, t.true', 'SELECT true°, TRUE, t°.true°'],
  [
    'SELECT service_table, t.service_table FROM service_table t',
    'SELECT service_table°, t°.service_table° FROM service_table t°',
  ],
  [
    "SELECT 'a' AS 'B' FROM 'x' WHERE 'c' IS DISTINCT FROM 'd'",
    "SELECT 'a' AS 'B°' FROM 'x°' WHERE 'c' IS DISTINCT FROM 'd'",
  ],
  ['SELECT rowid, sqlite_master.name', 'SELECT rowid°, sqlite_master°.name°'],
  ['SELECT id AS "First" ORDER BY First', 'SELECT id° AS "First°" ORDER BY First°'],
  ['SELECT a /* Name */ -- Name', 'SELECT a° /* Name */ -- Name'],
  ["SELECT Name 'open", "SELECT Name° 'open"],
  ['hello', 'hello°'],
  ['SELECT "a""b", `c``d`', 'SELECT "a""b°", `c``d°`'],
  ['SELECT "select", t."row", t.select FROM t', 'SELECT "select°", t°."row°", t°.select° FROM t°'],
  // Words of a window are no columns there, and columns elsewhere.
  ['SELECT sum(id) OVER (partition BY id)', 'SELECT sum(id°) OVER (partition BY id°)'],
  [
    'SELECT sum(id) OVER w FROM t WINDOW w AS (partition BY id)',
    'SELECT sum(id°) OVER w° FROM t° WINDOW w° AS (partition BY id°)',
  ],
  [
    'SELECT sum(id) OVER (ORDER BY id ROWS BETWEEN unbounded PRECEDING AND CURRENT row)',
    'SELECT sum(id°) OVER (ORDER BY id° ROWS BETWEEN unbounded PRECEDING AND CURRENT row)',
  ],
  ['SELECT sum(id) OVER (ORDER BY id, row)', 'SELECT sum(id°) OVER (ORDER BY id°, row°)'],
  [
    'SELECT sum(id) OVER (ORDER BY id) FROM t WHERE row > 1',
    'SELECT sum(id°) OVER (ORDER BY id°) FROM t° WHERE row° > 1',
  ],
  ['SELECT max(partition), id, last, (row) FROM t', 'SELECT max(partition°), id°, last°, (row°) FROM t°'],
  ['WITH t AS (SELECT row FROM x) SELECT 1', 'WITH t° AS (SELECT row° FROM x°) SELECT 1'],
  [
    'WITH t AS (WITH u AS (SELECT 1) SELECT row FROM u) SELECT 1',
    'WITH t° AS (WITH u° AS (SELECT 1) SELECT row° FROM u°) SELECT 1',
  ],
  [
    'WITH t AS (VALUES (1) UNION ALL SELECT row FROM x) SELECT 1',
    'WITH t° AS (VALUES (1) UNION ALL SELECT row° FROM x°) SELECT 1',
  ],
  [
    'SELECT id IN (with t AS (SELECT 1) SELECT * FROM t)',
    'SELECT id° IN (with t° AS (SELECT 1) SELECT * FROM t°)',
  ],
  ['with t AS (SELECT 1) SELECT * FROM t', 'with t° AS (SELECT 1) SELECT * FROM t°'],
  ['WITH last AS (SELECT 1) SELECT * FROM last', 'WITH last° AS (SELECT 1) SELECT * FROM last°'],
  [
    'WITH recursive n(i) AS (SELECT 1) SELECT i FROM n',
    'WITH recursive n°(i°) AS (SELECT 1) SELECT i° FROM n°',
  ],
  // What follows a name or a value is an alias.
  ['SELECT like last FROM t', 'SELECT like° last FROM t°'],
  ["SELECT 'like' last FROM t", "SELECT 'like' last FROM t°"],
  ['SELECT (id) last FROM t', 'SELECT (id°) last FROM t°'],
  [`SELECT "from" 'x'`, `SELECT "from°" 'x'`],
  [
    'SELECT CAST(CASE WHEN id THEN Name END AS Text), Name FROM t',
    'SELECT CAST(CASE WHEN id° THEN Name° END AS Text), Name° FROM t°',
  ],
  ['SELECT row(1, 2)', 'SELECT row(1, 2)'],
  // Strings in the place of a name.
  ["WITH 'x' AS (SELECT 1) SELECT 1", "WITH 'x°' AS (SELECT 1) SELECT 1"],
  ["WITH RECURSIVE 'x' AS (SELECT 1) SELECT 1", "WITH RECURSIVE 'x°' AS (SELECT 1) SELECT 1"],
  ["SELECT t.'Name' FROM t JOIN 'x'", "SELECT t°.'Name°' FROM t° JOIN 'x°'"],
  ['SELECT * FROM t JOIN max(1)', 'SELECT * FROM t° JOIN max°(1)'],
  ['SELECT * FROM 5', 'SELECT * FROM 5'],
  // The one table, and what only looks like it.
  ['SELECT * FROM main.other', 'SELECT * FROM main°.other°'],
  ['SELECT main.', 'SELECT main°.'],
  ['SELECT * FROM t, SERVICE_TABLE', 'SELECT * FROM t°, service_table'],
  ['SELECT * FROM t, main.service_table', 'SELECT * FROM t°, service_table'],
  ['.service_table', '.service_table°'],
  ['SELECT service_table.id FROM service_table', 'SELECT service_table.id° FROM service_table'],
  // A definition is no call.
  ['WITH count(a) AS (SELECT 1) SELECT a FROM count', 'WITH count°(a°) AS (SELECT 1) SELECT a° FROM count°'],
  [
    'WITH RECURSIVE count(a) AS MATERIALIZED (SELECT 1) SELECT a FROM count',
    'WITH RECURSIVE count°(a°) AS MATERIALIZED (SELECT 1) SELECT a° FROM count°',
  ],
  [
    'WITH t AS (SELECT 1), count(b, c) AS (SELECT 2, 3) SELECT b FROM count',
    'WITH t° AS (SELECT 1), count°(b°, c°) AS (SELECT 2, 3) SELECT b° FROM count°',
  ],
  ['SELECT id, max(id) AS M FROM t', 'SELECT id°, max(id°) AS M° FROM t°'],
  ['SELECT 1, max(id', 'SELECT 1, max(id°'],
])('%s', (sql, expected) => {
  expect(shown(sql)).toBe(expected);
});
