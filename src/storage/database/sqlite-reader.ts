/**
 * The read-only SQLite connection for hits: it runs beside the one for writes and executes prepared statements
 * directly, without Kysely.
 */
import { DatabaseSync } from 'node:sqlite';
import type { CompiledQuery } from 'kysely';
import type { PreparedQuery } from './database.ts';

export interface SqliteReader {
  prepareQuery<Row>(compiled: CompiledQuery<Row>): PreparedQuery<Row>;
  close(): void;
}

/** Opened by the first query, when the file and its schema exist. */
export function sqliteReader(file: string): SqliteReader {
  let database: DatabaseSync | undefined;
  return {
    prepareQuery: <Row>({ sql }: CompiledQuery<Row>): PreparedQuery<Row> => {
      database ??= new DatabaseSync(file, { readOnly: true, timeout: 10_000 });
      const statement = database.prepare(sql);
      // The compiled query declares the type of its rows, as everywhere in Kysely.
      return async (...parameters) => statement.get(...parameters) as Row | undefined;
    },
    close: () => database?.close(),
  };
}
