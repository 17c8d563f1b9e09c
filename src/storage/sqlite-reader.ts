/**
 * The connection of hits on SQLite: it only reads, beside the one that writes, and asks prepared statements
 * without a layer in between.
 */
import { DatabaseSync } from 'node:sqlite';
import type { CompiledQuery } from 'kysely';
import type { PreparedQuery } from './database.ts';

export interface SqliteReader {
  prepareQuery<Row>(compiled: CompiledQuery<Row>): PreparedQuery<Row>;
  close(): void;
}

/** Opened at the first question, when the file and its schema are there. */
export function sqliteReader(file: string): SqliteReader {
  let database: DatabaseSync | undefined;
  return {
    prepareQuery: <Row>({ sql }: CompiledQuery<Row>): PreparedQuery<Row> => {
      database ??= new DatabaseSync(file, { readOnly: true, timeout: 10_000 });
      const statement = database.prepare(sql);
      // As everywhere in Kysely, the compiled query says what its rows are.
      return async (...parameters) => statement.get(...parameters) as Row | undefined;
    },
    close: () => database?.close(),
  };
}
