/**
 * What runs inside a SQL process: it reads one job at a time from its input, runs the statement and writes the
 * reply. It ends with its input. `node:sqlite` cannot be interrupted, so the service ends a statement by ending
 * the process.
 */
import { readSync, writeSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { DatabaseSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import { lowerPriority } from '../../base/operating-system.ts';
import { errorCode } from '../../errors/error-code.ts';
import { FrameReader, frame } from '../language/frames.ts';
import { refusalOf, SqlRefusal } from '../language/sql-refusal.ts';
import { decodeJob, encodeSmall, type SqlJob, type SqlReply } from '../language/wire.ts';
import { readResult } from './result.ts';
import { countRows } from './result-count.ts';
import { fileIdentity, openSqlDatabase, SqlDatabase } from './table-database.ts';

const maxOpenDatabases = 8;
const longJobMs = 50;
const retireAboveBytes = 128 * 1024 * 1024;

const memoryLimitMb = Number(process.argv[2]);
const databases = new LRUCache<string, SqlDatabase>({
  max: maxOpenDatabases,
  dispose: (database) => database.close(),
});

if (process.argv[3] === 'compile') {
  await Promise.all([loadStoredTables(), import('../../table/stored/table-writer.ts')]);
} else {
  flushCompileCache();
  lowerPriority('process');
  send(replyFrame({ kind: 'ready', pid: process.pid }));
  const input = Buffer.allocUnsafe(64 * 1024);
  const frames = new FrameReader();
  for (let read = readSync(0, input); read > 0; read = readSync(0, input)) {
    frames.push(Buffer.from(input.subarray(0, read)));
    for (let next = frames.next(); next; next = frames.next()) await take(next.json);
  }
}

async function take(text: string): Promise<void> {
  const job = decodeJob(text);
  if (job) send(await run(job));
  else databases.clear();
}

function replyFrame(reply: SqlReply): Buffer {
  return frame(JSON.stringify(reply));
}

function send(bytes: Buffer): void {
  for (let sent = 0; sent < bytes.length; ) sent += writeSync(1, bytes, sent);
}

async function run(job: SqlJob): Promise<Buffer> {
  const started = performance.now();
  const retire = (): boolean =>
    performance.now() - started > longJobMs && process.memoryUsage.rss() > retireAboveBytes;
  try {
    const result = await runStatement(job);
    return result ? encodeSmall(result, retire()) : replyFrame({ kind: 'stored', retire: retire() });
  } catch (error) {
    if (error instanceof SqlRefusal)
      return replyFrame({ kind: 'refused', reason: error.message, retire: retire() });
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return replyFrame({ kind: 'failed', detail, code: errorCode(error) });
  }
}

async function runStatement(job: SqlJob): ReturnType<typeof readResult> {
  const database = openedDatabase(job) ?? (await loadDatabase(job));
  try {
    const names = database.columnNames;
    const types = new Map(job.types.map((type, i) => [names[i] ?? '', type]));
    const { sql, resultFolder: folder, maxRows, countMs = 0 } = job;
    const prepared = database.prepare(sql);
    const begun = performance.now();
    // Counting begins anew: what was slow to begin is not begun twice.
    const isQuick = (): boolean => performance.now() - begun < countMs;
    const count = (): number | undefined => (isQuick() ? countRows(database, sql, countMs) : undefined);
    return await readResult(prepared, types, { folder, limitMb: memoryLimitMb, maxRows, countRows: count });
  } catch (error) {
    throw refusalOf(error, undefined, memoryLimitMb);
  } finally {
    if (!database.identity) database.close();
  }
}

function openedDatabase({ database: file, picked }: SqlJob): SqlDatabase | undefined {
  const key = picked ? `${file}\n${picked.join()}` : file;
  const known = databases.get(key);
  if (known && known.identity === fileIdentity(file)) return known;
  databases.delete(key);
  const opened = openSqlDatabase(file, picked, memoryLimitMb);
  if (opened) databases.set(key, opened);
  return opened;
}

/** A stored table without a database of its own is read into memory, for this one statement. */
async function loadDatabase({ folder, picked }: SqlJob): Promise<SqlDatabase> {
  const { readDescription, folderTable, fillServiceTable } = await loadStoredTables();
  const description = await readDescription(folder);
  const database = new DatabaseSync(':memory:');
  await fillServiceTable(database, description.columns, folderTable(folder, description).batches);
  return new SqlDatabase(database, picked, memoryLimitMb, '');
}

async function loadStoredTables() {
  const [reader, filler] = await Promise.all([
    import('../../table/stored/table-reader.ts'),
    import('../../table/stored/sqlite-table.ts'),
  ]);
  flushCompileCache();
  return { ...reader, ...filler };
}
