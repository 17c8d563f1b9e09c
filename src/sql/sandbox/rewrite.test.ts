import { expect, test } from 'vitest';
import { decodeSqlNames, sqlNameMark } from '../../stored-table/sql-names.ts';
import { rewriteStatement } from './rewrite.ts';

const columns = new Set(['id', 'Name', 'Key', 'last', 'row', 'service_table', 'true']);

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
])('%s', (sql, expected) => {
  expect(shown(sql)).toBe(expected);
});
