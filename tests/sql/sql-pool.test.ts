/**
 * Who gets a process and when one is ended: fairness between callers, room for sorting, a caller that leaves
 * while its result is being written, a process that has become large (contract 8.6.3).
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { runSql } from '../../src/sql/run-sql.ts';
import { openSqlGround, outcomeOf, type SqlGround, tableOf } from './sql-cast.ts';
import { processesOf } from './sql-processes.ts';

const table = tableOf([['id', 'integer']], [[1]]);
const endless = 'WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r)';

let ground: SqlGround;
afterEach(() => ground.close());

const resultsOf = ({ scratchFolder }: SqlGround): string[] => readdirSync(join(scratchFolder, 'sql-results'));

async function until(holds: () => boolean): Promise<void> {
  for (let left = 400; left > 0 && !holds(); left--) await setTimeout(25);
  expect(holds()).toBe(true);
}

describe('fairness', () => {
  test('one caller never has the extra process too, however many statements it has waiting', async () => {
    ground = await openSqlGround({ timeLimitMs: 55_000, memoryLimitMb: 128, processes: 1 });
    const { pool, scratchFolder } = ground;
    const leaving = new AbortController();
    const run = { pool, scratchFolder, endpoint: 'greedy', owner: 'greedy', signal: leaving.signal };
    let ended = 0;
    const greedy = [1, 2, 3].map((i) =>
      runSql(table, `${endless} SELECT count(*) + ${i} FROM r`, run).catch(() => {
        ended += 1;
      }),
    );
    // The first of these has the extra process started; it is free again when the others come.
    for (const key of ['a', 'b', 'c']) {
      expect(await outcomeOf(ground, table, 'SELECT 1', key)).toHaveProperty('rows');
    }
    expect(ended).toBe(0);
    leaving.abort();
    await Promise.all(greedy);
  });
});

describe('room for sorting', () => {
  const memoryLimitMb = 32;
  /** Sorts so many megabytes, and holds them for a while. */
  const sorting = (megabytes: number): string =>
    `WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r LIMIT ${10 * megabytes}),
      slow(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM slow LIMIT 500)
    SELECT count(*) AS c FROM (SELECT randomblob(100000) AS b FROM r ORDER BY b LIMIT 1000) CROSS JOIN slow
    WHERE length(b) + n > 0`;

  test('is limited, even where no single file is too large', async () => {
    ground = await openSqlGround({ timeLimitMs: 30_000, memoryLimitMb });
    expect(await outcomeOf(ground, table, sorting(40))).toEqual({
      refused: 'out of memory: the limit is 32 MB',
    });
    expect(await outcomeOf(ground, table, sorting(5))).toMatchObject({ rows: [[25_000]] });
  });
});

describe('a caller that leaves', () => {
  test('while its result is being written leaves no part of it behind', async () => {
    ground = await openSqlGround({ timeLimitMs: 30_000, memoryLimitMb: 128, processes: 1 });
    const { pool, scratchFolder } = ground;
    const leaving = new AbortController();
    const run = { pool, scratchFolder, endpoint: 'a', owner: 'a', signal: leaving.signal };
    const slow = `${endless} SELECT n, printf('%1000d', n) FROM r LIMIT 100000`;
    const left = expect(runSql(table, slow, run)).rejects.toThrow('gone');
    await until(() => resultsOf(ground).length > 0);
    leaving.abort(new Error('gone'));
    await left;
    await until(() => resultsOf(ground).length === 0);
  });
});

describe('a process', () => {
  test('is kept while it is small, and replaced once a statement has made it large', async () => {
    ground = await openSqlGround({ timeLimitMs: 30_000, memoryLimitMb: 512, processes: 1 });
    await outcomeOf(ground, table, 'SELECT 1');
    const first = processesOf(ground);
    await outcomeOf(ground, table, 'SELECT 2');
    expect(processesOf(ground)).toEqual(first);
    const columns = Array.from({ length: 250 }, (_, i) => `printf('%.*c', 60000, 'x') AS c${i}`);
    const wide = await outcomeOf(ground, table, `${endless} SELECT ${columns.join()} FROM r LIMIT 8`);
    expect('rows' in wide && wide.rows.map((row) => row.length)).toEqual(new Array(8).fill(250));
    await until(() => !processesOf(ground).some((pid) => first.includes(pid)));
    expect(await outcomeOf(ground, table, 'SELECT 3')).toHaveProperty('rows');
  });
});
