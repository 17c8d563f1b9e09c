/** One SQL process and the pool around it: what it keeps open, what it is given of the system, how it ends. */
import { readdirSync, readlinkSync, realpathSync } from 'node:fs';
import { getPriority } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { sortedBytes, sortFolder } from '../../src/base/operating-system.ts';
import { sqlResultsFolder } from '../../src/sql/pool.ts';
import { SqlProcess, SqlProcessEnded } from '../../src/sql/process.ts';
import { runSql } from '../../src/sql/run-sql.ts';
import { StoredTable } from '../../src/table/stored/stored-table.ts';
import { sqliteFile } from '../../src/table/stored/table-layout.ts';
import { openSqlGround, outcomeOf, type SqlGround, storedOf, tableOf } from './sql-cast.ts';
import { processesOf, readProcess } from './sql-processes.ts';

const table = tableOf([['id', 'integer']], [[1]]);

let ground: SqlGround;
afterEach(() => ground.close());

async function until(holds: () => boolean): Promise<void> {
  for (let left = 400; left > 0 && !holds(); left--) await setTimeout(25);
  expect(holds()).toBe(true);
}

function openFilesOf(pid: number): string[] {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).map((name) => {
    try {
      return readlinkSync(`${folder}/${name}`);
    } catch {
      return '';
    }
  });
}

const startOne = (): SqlProcess =>
  new SqlProcess({
    node: process.execPath,
    workingFolder: sqlResultsFolder(ground.scratchFolder),
    memoryLimitMb: 128,
    sortFolder: '/dev/shm',
  });

async function jobOn(sql = 'SELECT id FROM service_table') {
  const stored = await storedOf(ground, table);
  const folder = stored instanceof StoredTable ? (stored.rows.folder ?? '') : '';
  const database = realpathSync(sqliteFile(folder));
  return { folder, database, types: ['integer'], sql, resultFolder: `${folder}/result` } as const;
}

describe('a process', () => {
  test('keeps the database of a table open until it is to forget it', async () => {
    ground = await openSqlGround();
    const one = startOne();
    await one.ready;
    const job = await jobOn();
    expect(await one.run(job)).toMatchObject({ kind: 'rows', retire: false });
    expect(openFilesOf(one.pid)).toContain(job.database);
    one.forget();
    await until(() => !openFilesOf(one.pid).includes(job.database));
    expect(await one.run(job)).toMatchObject({ kind: 'rows' });
    one.end();
    await one.ended;
  });

  test('keeps eight of them open', async () => {
    ground = await openSqlGround();
    const one = startOne();
    await one.ready;
    const jobs = await Promise.all(Array.from({ length: 9 }, () => jobOn()));
    for (const job of jobs) await one.run(job);
    const open = openFilesOf(one.pid);
    expect(jobs.map(({ database }) => open.includes(database))).toEqual([false, ...new Array(8).fill(true)]);
    one.end();
    await one.ended;
  });

  test('has its own pid, the sort folder, and nothing else of the environment', async () => {
    ground = await openSqlGround();
    const one = startOne();
    await one.ready;
    expect(processesOf(ground)).toContain(one.pid);
    expect(getPriority(one.pid)).toBeGreaterThan(getPriority());
    const names = readProcess(one.pid, 'environ').split('\0').filter(Boolean);
    expect(names.filter((line) => !/^(PWD|OLDPWD|SHLVL|_)=/.test(line)).sort()).toEqual([
      'MALLOC_ARENA_MAX=1',
      expect.stringMatching(/^NODE_COMPILE_CACHE=.*tablecast-sql$/),
      'SQLITE_TMPDIR=/dev/shm',
      'UV_THREADPOOL_SIZE=1',
    ]);
    const codeRangeMb = process.arch === 'x64' ? 512 : 128;
    const limits = readProcess(one.pid, 'limits');
    expect(limits).toMatch(new RegExp(`Max data size +${(codeRangeMb + 104) * 1024 * 1024} `));
    expect(limits).toMatch(new RegExp(`Max file size +${1.5 * 128 * 1024 * 1024} `));
    expect(readProcess(one.pid, 'cmdline').split('\0')).toEqual(
      expect.arrayContaining([
        '--v8-pool-size=0',
        '--max-semi-space-size=4',
        '--max-old-space-size=64',
        '128',
      ]),
    );
    one.end();
    await one.ended;
  });

  test('that has ended says so to who waits, and to whoever comes later', async () => {
    ground = await openSqlGround();
    const one = startOne();
    await one.ready;
    expect(one.isEnded).toBe(false);
    const running = one.run(
      await jobOn('WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT max(n) FROM r'),
    );
    one.end();
    await expect(running).rejects.toThrow(SqlProcessEnded);
    await one.ended;
    expect(one.isEnded).toBe(true);
    await until(() => processesOf(ground).length === 0);
    one.forget();
    await expect(one.run(await jobOn())).rejects.toMatchObject({ name: 'SqlProcessEnded' });
  });

  test('tells what is wrong with itself apart from what is wrong with the statement', async () => {
    ground = await openSqlGround();
    const one = startOne();
    await one.ready;
    const job = await jobOn();
    const lost = { ...job, folder: '/nowhere', database: '/nowhere/table.sqlite' };
    expect(await one.run(lost)).toMatchObject({ kind: 'failed', detail: expect.stringContaining('ENOENT') });
    expect(await one.run({ ...job, sql: 'SELECT x' })).toEqual({
      kind: 'refused',
      reason: 'no such column: x',
      retire: false,
    });
    one.end();
    await one.ended;
  });
});

describe('a pool', () => {
  const run = () => ({ ...ground, endpoint: 'a', owner: 'a' });

  test('that is closed takes no statement, and ends those under way', async () => {
    ground = await openSqlGround({ processes: 1 });
    await outcomeOf(ground, table, 'SELECT 1');
    const endless = 'WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT max(n) FROM r';
    const stored = await storedOf(ground, table);
    const outcomes = Promise.allSettled(
      [1, 2].map((i) => runSql(stored, `${endless} WHERE n > ${i}`, run())),
    );
    await setTimeout(200);
    await ground.pool.close();
    for (const outcome of await outcomes) {
      expect(outcome).toMatchObject({ reason: { message: 'the SQL processes are closed' } });
    }
    await expect(runSql(stored, 'SELECT 1', run())).rejects.toThrow('the SQL processes are closed');
    await until(() => processesOf(ground).length === 0);
  });

  test('whose processes do not start says so', async () => {
    ground = await openSqlGround({ node: '/bin/false' });
    await expect(runSql(table, 'SELECT 1', run())).rejects.toThrow('no SQL process can be started');
  });

  test('has a process soon after it was opened, before anybody asks', async () => {
    ground = await openSqlGround();
    // The process, and the shell that waits beside it.
    await until(() => processesOf(ground).length === 2);
    await setTimeout(300);
    expect(processesOf(ground)).toHaveLength(2);
  });

  test('that was asked before needs no other process', async () => {
    ground = await openSqlGround();
    await outcomeOf(ground, table, 'SELECT 1');
    const before = processesOf(ground);
    await setTimeout(1_200);
    expect(processesOf(ground)).toEqual(before);
  });

  test('calls who waits when its statement begins, and not who left before', async () => {
    ground = await openSqlGround();
    let begun = 0;
    const began = (): void => {
      begun += 1;
    };
    await runSql(table, 'SELECT 1', { ...run(), began });
    expect(begun).toBe(1);
    const signal = AbortSignal.abort(new Error('gone'));
    await expect(runSql(table, 'SELECT 2', { ...run(), began, signal })).rejects.toThrow('gone');
    expect(begun).toBe(1);
  });
});

test('room for sorting: in memory where there is four times the limit, counted by the files of a process', async () => {
  ground = await openSqlGround();
  expect(sortFolder(1, '/elsewhere')).toBe('/dev/shm');
  expect(sortFolder(1_000_000_000, '/elsewhere')).toBe('/elsewhere');
  expect(sortedBytes(0)).toBe(0);
  expect(sortedBytes(process.pid)).toBeGreaterThanOrEqual(0);
});

test.each([
  [0, 'the table has no columns'],
  [2_001, 'too many columns: the table has 2001, SQL can take 2000'],
])('a table of %i columns: %s', async (count, reason) => {
  ground = await openSqlGround();
  const wide = tableOf(
    Array.from({ length: count }, (_, i) => [`c${i}`, 'integer'] as const),
    [],
  );
  expect(await outcomeOf(ground, wide, 'SELECT 1')).toEqual({ refused: reason });
});
