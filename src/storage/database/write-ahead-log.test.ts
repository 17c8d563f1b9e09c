/** What is written to SQLite has been synchronised to the disk when its promise resolves (decision 061). */
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Database } from './database.ts';
import { openSqlite } from './sqlite-database.ts';

let folder: string;
let database: Database;
/** The end of each synchronisation, which this disk takes a while for. */
let synchronised: number;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tablecast-log-'));
  const file = await open(join(folder, 'other'), 'w');
  synchronised = 0;
  const prototype: FileHandle = Object.getPrototypeOf(file);
  const { datasync } = prototype;
  vi.spyOn(prototype, 'datasync').mockImplementation(async function (this: FileHandle) {
    await pause(20);
    await datasync.call(this);
    synchronised += 1;
  });
  await file.close();
  database = openSqlite(`sqlite:${join(folder, 'a.sqlite')}`);
});
afterEach(async () => {
  await database.close();
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

it('a statement, and a transaction as a whole, resolve when that is done', async () => {
  await sql`create table numbers (n integer)`.execute(database.db);
  expect(synchronised).toBe(1);
  await database.db.transaction().execute(async (transaction) => {
    await sql`insert into numbers values (1)`.execute(transaction);
    await sql`insert into numbers values (2)`.execute(transaction);
    expect(synchronised).toBe(1);
  });
  expect(synchronised).toBe(2);
});

it('a query waits for no disk', async () => {
  const { db } = database;
  await db.selectFrom(sql<{ n: number }>`(select 1 as n)`.as('one')).select('n').execute();
  expect(synchronised).toBe(0);
});

it('a write that the disk did not take fails', async () => {
  const file = await open(join(folder, 'other'), 'w');
  vi.mocked<FileHandle>(Object.getPrototypeOf(file)).datasync.mockRejectedValue(new Error('EIO: i/o error'));
  await file.close();
  await expect(sql`create table numbers (n integer)`.execute(database.db)).rejects.toThrow('EIO');
});
