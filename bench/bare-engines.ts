/**
 * The baselines without HTTP, in a separate process that receives one task at a time and replies with its duration in
 * milliseconds: DuckDB's COPY of an in-memory table to a JSON array, and a statement directly on the SQLite file that
 * the service queries.
 */
import { DatabaseSync } from 'node:sqlite';
import { DuckDBInstance } from '@duckdb/node-api';
import { z } from 'zod';

const task = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('copyJson'), table: z.string(), target: z.string() }),
  z.object({ kind: z.literal('query'), file: z.string(), sql: z.string() }),
]);

export type EngineTask = z.infer<typeof task>;

const duckDb = await (await DuckDBInstance.create(':memory:')).connect();
let loaded: string | undefined;
const databases = new Map<string, DatabaseSync>();

process.on('message', async (message) => {
  process.send?.(await run(task.parse(message)));
});

async function run(wanted: EngineTask): Promise<number> {
  return wanted.kind === 'copyJson' ? copyJson(wanted.table, wanted.target) : query(wanted.file, wanted.sql);
}

async function copyJson(table: string, target: string): Promise<number> {
  if (loaded !== table) {
    await duckDb.run(`CREATE OR REPLACE TABLE loaded AS FROM read_csv(${quoted(table)})`);
    loaded = table;
  }
  const started = performance.now();
  await duckDb.run(`COPY loaded TO ${quoted(target)} (FORMAT json, ARRAY true)`);
  return performance.now() - started;
}

function query(file: string, sql: string): number {
  const database = databases.get(file) ?? new DatabaseSync(file, { readOnly: true });
  databases.set(file, database);
  const started = performance.now();
  database.prepare(sql).all();
  return performance.now() - started;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
