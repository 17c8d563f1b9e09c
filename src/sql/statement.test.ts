import { expect, test } from 'vitest';
import { statementProblem } from './statement.ts';

const onlySelect = 'only SELECT statements are allowed';
const onlyOne = 'You can only execute one statement at a time.';

test.each([
  ['SELECT 1', undefined],
  ['SELECT 1;', undefined],
  ['SELECT 1; ; /* x */ -- y', undefined],
  ["SELECT ';'", undefined],
  ['WITH t AS (SELECT 1) SELECT * FROM t', undefined],
  ['WITH delete_ AS (SELECT 1), t(a) AS (SELECT 2) SELECT 1', undefined],
  ['WITH t AS (SELECT ")" FROM x) SELECT 1', undefined],
  ['SELEC 1', undefined],
  ['', 'empty statement'],
  [' ; -- x', 'empty statement'],
  ['SELECT 1; SELECT 2', onlyOne],
  ['SELECT 1;x', onlyOne],
  ['DROP TABLE x', onlySelect],
  ['/* SELECT */ values (1)', onlySelect],
  ['Explain SELECT 1', onlySelect],
  ['WITH t AS (SELECT 1) DELETE FROM service_table', onlySelect],
  ['WITH t(a) AS NOT MATERIALIZED (SELECT (1)), u AS (SELECT 2) INSERT INTO x SELECT 1', onlySelect],
  ['WITH t AS (SELECT 1) VALUES (1)', onlySelect],
  ['DROP TABLE x; SELECT 1', onlySelect],
  ['SELECT :name', 'parameters have no value here: :name'],
  ['SELECT ? !', undefined],
  ["SELECT 'DROP'; ", undefined],
  ['; SELECT 1', onlyOne],
  ['SELECT 1; SELECT ?', onlyOne],
  ['"DROP" x', undefined],
  ['"with" t AS (SELECT 1) DELETE', undefined],
  ['WITH', undefined],
  ['!', undefined],
  [`SELECT '${'x'.repeat(100_000 - "SELECT ''".length)}'`, undefined],
  ['SELECT 1\0', 'unrecognized token: "\\u0000"'],
  [`SELECT '${'x'.repeat(100_000)}'`, 'the statement is longer than 100000 characters'],
])('%j', (sql, problem) => {
  expect(statementProblem(sql)).toBe(problem);
  // The second time it is known.
  expect(statementProblem(sql)).toBe(problem);
});
