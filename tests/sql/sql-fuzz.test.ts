/**
 * Statements made from all the others by splicing and twisting, always the same ones: each is answered or
 * refused, no process is lost to anything but a limit, and nothing of the engine shows (contract 4.8.6).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { awkwardTable } from './awkward-table.ts';
import { expectNoLeak } from './leaks.ts';
import { openSqlGround, outcomeOf, type SqlGround, storedOf } from './sql-cast.ts';

const rounds = Number(process.env['SQL_FUZZ_STATEMENTS'] ?? 2000);
const read = (name: string): unknown =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'hostile', `${name}.json`), 'utf8'));
const seeds = [...z.array(z.string()).parse(read('refused')), ...z.array(z.string()).parse(read('honest'))];

/** Of SQLite's own tables: none of it may be seen. */
const schemaText = /CREATE TABLE|tbl_name|rootpage|\u{10ff5b}/u;

let ground: SqlGround;
beforeAll(async () => {
  ground = await openSqlGround({ timeLimitMs: 500, memoryLimitMb: 256 });
});
afterAll(() => ground.close());

test(`${rounds} twisted statements`, { timeout: 600_000 }, async () => {
  const table = await storedOf(ground, awkwardTable);
  const random = randomNumbers(20_261_115);
  const counts = { answered: 0, refused: 0 };
  const runOne = async (sql: string): Promise<void> => {
    const outcome = await outcomeOf(ground, table, sql);
    if ('refused' in outcome) {
      counts.refused += 1;
      // So speaks a process that died.
      expect(outcome.refused).not.toMatch(/^out of memory/);
      // What the statement itself says may be repeated.
      expectNoLeak(outcome.refused.replace(/".*"/s, '').replace(/: .*/s, ''));
    } else {
      counts.answered += 1;
      expect(JSON.stringify(outcome.rows, plainIntegers)).not.toMatch(schemaText);
    }
  };
  for (let done = 0; done < rounds; done += 2)
    await Promise.all([runOne(twisted(random)), runOne(twisted(random))]);
  expect(counts.answered).toBeGreaterThan(rounds / 50);
  expect(counts.refused).toBeGreaterThan(rounds / 4);
  expect(counts.answered + counts.refused).toBe(rounds);
});

const plainIntegers = (_: string, value: unknown): unknown =>
  typeof value === 'bigint' ? String(value) : value;

type Random = (below: number) => number;

function randomNumbers(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const pick = <Item>(random: Random, items: readonly Item[], otherwise: Item): Item =>
  items[random(items.length)] ?? otherwise;

const twists: readonly ((sql: string, random: Random) => string)[] = [
  (sql, random) =>
    [...sql].map((letter) => (random(2) ? letter.toUpperCase() : letter.toLowerCase())).join(''),
  (sql) => sql.replaceAll(' ', '/**/'),
  (sql, random) => sql.replace(' ', pick(random, ['--\n', '/*x*/', '\t', '\f', '\n'], ' ')),
  (sql, random) => sql.slice(0, random(sql.length + 1)) + pick(random, seeds, ''),
  (sql, random) => sql.slice(0, random(sql.length + 1)) + sql.slice(random(sql.length + 1)),
  (sql, random) => insert(sql, random(sql.length + 1), pick(random, snippets, '')),
  (sql, random) => insert(sql, random(sql.length + 1), pick(random, snippets, '')),
  (sql, random) => sql.replace(/service_table/i, pick(random, sources, '')),
  (sql, random) => sql.replace(/\bid\b/, pick(random, snippets, '')),
  (sql, random) => `SELECT * FROM (${sql}) ${pick(random, snippets, '')}`,
  (sql, random) => `WITH x AS (${sql}) SELECT ${pick(random, ['*', 'count(*)', '1'], '*')} FROM x`,
];

const snippets = [
  "'",
  '"',
  '`',
  '[',
  ']',
  '(',
  ')',
  ';',
  ',',
  '.',
  '*',
  '--',
  '/*',
  '*/',
  ' main.',
  ' sqlite_master ',
  "'sqlite_master'",
  ' rowid ',
  ' UNION SELECT sql FROM sqlite_schema ',
  ' AS "x" ',
  " AS 'Y' ",
  ' OVER () ',
  ' COLLATE nocase ',
  ' CAST(1 AS text) ',
  ' Key ',
  ' KEY ',
  '\u{10ff5b}',
  '\u{10ff41}',
  '\ufeff',
  '\u0000',
  '\ud800',
  "x'0",
  '1e',
  '0x',
  '?1',
  '$a',
];

const sources = [
  'sqlite_master',
  'main.service_table',
  'temp.service_table',
  '"main"."sqlite_master"',
  "'sqlite_schema'",
  'pragma_table_list',
  "json_each('[1]')",
  '(SELECT 1)',
  'service_table, sqlite_master',
  "service_table, 'main'.'sqlite_master'",
  'service_table AS sqlite_master',
];

const insert = (text: string, at: number, inserted: string): string =>
  text.slice(0, at) + inserted + text.slice(at);

function twisted(random: Random): string {
  let sql = pick(random, seeds, '');
  for (let left = 1 + random(3); left > 0; left--) sql = pick(random, twists, (same) => same)(sql, random);
  return sql;
}
