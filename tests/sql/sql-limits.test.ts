/**
 * A statement that would never end, or take all memory, ends at its limit with a reason that names it; others
 * are served meanwhile, and nothing is left of it (contract 4.8.7).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runSql } from '../../src/sql/run-sql.ts';
import { atThisPace } from '../support/machine-pace.ts';
import { expectNoLeak } from './leaks.ts';
import { openSqlGround, outcomeOf, type SqlGround, storedOf, tableOf } from './sql-cast.ts';
import { processesOf, readProcess } from './sql-processes.ts';

const timeLimitMs = 500;
const memoryLimitMb = 128;
const endless = 'WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r)';
const table = tableOf(
  [['id', 'integer']],
  Array.from({ length: 50 }, (_, id) => [id]),
);

let ground: SqlGround;
beforeAll(async () => {
  ground = await openSqlGround({ timeLimitMs, memoryLimitMb });
  await outcomeOf(ground, table, 'SELECT 1');
});
afterAll(() => ground.close());

const join12 = Array.from({ length: 12 }, (_, i) => `service_table t${i}`).join(', ');
const tooSlow = [
  `${endless} SELECT count(*) FROM r`,
  `${endless} SELECT max(n) FROM r`,
  `SELECT count(*) FROM ${join12}`,
  `SELECT sum(t0.id * t1.id) FROM ${join12} WHERE t0.id + t11.id > 1000`,
  `SELECT instr(printf('%.*c', 4000000, 'a'), printf('%.*c', 2000000, 'a') || 'b')`,
  `SELECT length(replace(printf('%.*c', 4000000, 'a'), printf('%.*c', 2000000, 'a') || 'b', ''))`,
  `${endless} SELECT n FROM r WHERE n < 0`,
  `${endless} SELECT group_concat(n % 2, '') FROM (SELECT n FROM r) WHERE n < 0`,
];

const tooLarge = [
  "SELECT printf('%.*c', 2000000000, 'a')",
  'SELECT randomblob(1000000000)',
  'SELECT zeroblob(2000000000)',
  'SELECT hex(randomblob(15000000))',
  `SELECT replace(${'replace('.repeat(6)}printf('%.*c', 1000, 'a')${", 'a', 'aaaaaaaaaa')".repeat(6)}, 'a', 'aaaaaaaaaa')`,
  `${endless} SELECT group_concat(printf('%.*c', 100000, 'x')) FROM r`,
  `${endless} SELECT json_group_array(printf('%.*c', 100000, 'x')) FROM r`,
];

const tooMuch = [
  `${endless} SELECT n, printf('%.*c', 100000, 'x') FROM r`,
  `${endless} SELECT DISTINCT randomblob(100000) FROM r`,
  `${endless} SELECT randomblob(100000) AS b FROM r ORDER BY b`,
  `${endless} SELECT randomblob(1000000) AS b FROM r GROUP BY b ORDER BY n`,
  `SELECT a.id FROM ${join12.replace('t0', 'a')}`,
];

async function reason(sql: string): Promise<string> {
  const outcome = await outcomeOf(ground, table, sql);
  if (!('refused' in outcome)) throw new Error('not refused');
  expectNoLeak(outcome.refused);
  return outcome.refused;
}

const timeReason = /^the statement ran longer than the limit of 500 ms$/;
const roomReason =
  /^(string or blob too big|out of memory: the limit is 128 MB|the result is larger than the limit of 128 MB)$/;

describe('over the limit', () => {
  test.each(tooSlow)('of time: %s', async (sql) => {
    const started = performance.now();
    expect(await reason(sql)).toMatch(timeReason);
    expect(performance.now() - started).toBeLessThan(timeLimitMs + atThisPace(2500));
  });

  test.each(tooLarge)('of a value: %s', async (sql) => {
    expect(await reason(sql)).toMatch(new RegExp(`${roomReason.source}|${timeReason.source}`));
  });

  test.each(tooMuch)('of room, or of time before that: %s', async (sql) => {
    expect(await reason(sql)).toMatch(new RegExp(`${roomReason.source}|${timeReason.source}`));
  });

  test('the next statement is served at once', async () => {
    await reason(tooSlow[0] ?? '');
    expect(await outcomeOf(ground, table, 'SELECT count(*) FROM service_table')).toMatchObject({
      rows: [[50]],
    });
  });

  test('with time enough, memory is the limit, and the process stays within it', async () => {
    const patient = await openSqlGround({ timeLimitMs: 20_000, memoryLimitMb, processes: 1 });
    try {
      const watch = watchPeak(patient);
      const before = process.memoryUsage.rss();
      for (const sql of [tooMuch[0], tooMuch[1], tooMuch[2]]) {
        const outcome = await outcomeOf(patient, table, sql ?? '');
        expect('refused' in outcome && outcome.refused).toMatch(roomReason);
      }
      expect(watch.stop()).toBeLessThanOrEqual(1.25 * memoryLimitMb);
      expect(process.memoryUsage.rss() - before).toBeLessThan(64 * 1024 * 1024);
      expect(readdirSync(join(patient.scratchFolder, 'sql-results'))).toEqual([]);
    } finally {
      await patient.close();
    }
  });
});

describe('while one caller holds the processes', () => {
  test('another is served in the time it takes', async () => {
    const hostile = Array.from({ length: 12 }, (_, i) =>
      outcomeOf(ground, table, `${tooSlow[0]} -- ${i}`, 'hostile'),
    );
    const waits: number[] = [];
    for (let i = 0; i < 10; i++) {
      const started = performance.now();
      await outcomeOf(ground, table, `SELECT ${i} FROM service_table LIMIT 1`, 'honest');
      waits.push(performance.now() - started);
    }
    expect(Math.max(...waits)).toBeLessThan(atThisPace(2000));
    for (const outcome of await Promise.all(hostile)) expect(outcome).toHaveProperty('refused');
  });

  test('keys take turns', async () => {
    const single = await openSqlGround({ timeLimitMs, memoryLimitMb, processes: 1 });
    try {
      const order: string[] = [];
      const stored = await storedOf(single, table);
      const ask = (key: string, index: number): Promise<number> =>
        outcomeOf(single, stored, `SELECT ${index}`, key).then(() => order.push(key));
      await Promise.all(['a', 'a', 'a', 'a', 'b', 'c'].map(ask));
      // Which of the first three is the quickest depends on how soon the process beyond their number is there.
      expect(order.slice(0, 3).sort()).toEqual(['a', 'b', 'c']);
    } finally {
      await single.close();
    }
  });
});

describe('a caller that goes away', () => {
  test('ends its statement, running or waiting', async () => {
    const { pool, scratchFolder } = ground;
    const stored = await storedOf(ground, table);
    const controller = new AbortController();
    const run = { pool, scratchFolder, endpoint: 'gone', owner: 'gone', signal: controller.signal };
    const runs = Array.from({ length: 6 }, () => runSql(stored, tooSlow[0] ?? '', run));
    void setTimeout(100).then(() => controller.abort(new Error('gone')));
    for (const one of await Promise.allSettled(runs)) {
      expect(one).toMatchObject({ status: 'rejected', reason: { message: 'gone' } });
    }
    expect(await outcomeOf(ground, table, 'SELECT 1')).toHaveProperty('rows');
  });
});

describe('when all is done', () => {
  test('no process and no file is left', async () => {
    const other = await openSqlGround({ timeLimitMs, memoryLimitMb });
    await Promise.all(
      Array.from({ length: 4 }, (_, i) => outcomeOf(other, table, tooSlow[i] ?? '', String(i))),
    );
    expect(processesOf(other).length).toBeGreaterThan(0);
    expect(readdirSync(other.scratchFolder).toSorted()).toEqual(['sql-results']);
    await other.close();
    await until(() => processesOf(other).length === 0);
  });
});

describe('when the service itself is killed', () => {
  test('a statement that runs ends with it', async () => {
    const script = join(import.meta.dirname, 'killed-service.ts');
    const service = spawn(process.execPath, [script, ground.scratchFolder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(service.stdout, 'data');
    const killed = { ...ground, scratchFolder: join(ground.scratchFolder, 'killed') };
    await until(() => processesOf(killed).length > 0);
    service.kill('SIGKILL');
    await until(() => processesOf(killed).length === 0);
  });
});

async function until(holds: () => boolean): Promise<void> {
  for (let left = 100; left > 0 && !holds(); left--) await setTimeout(50);
  expect(holds()).toBe(true);
}

/** The highest resident size of any process of the pool, in MB. */
function watchPeak(watched: SqlGround): { stop(): number } {
  let peakKb = 0;
  const timer = setInterval(() => {
    for (const pid of processesOf(watched)) {
      peakKb = Math.max(peakKb, Number(/VmHWM:\s+(\d+)/.exec(readProcess(pid, 'status'))?.[1] ?? 0));
    }
  }, 50);
  return {
    stop() {
      clearInterval(timer);
      return peakKb / 1024;
    },
  };
}
