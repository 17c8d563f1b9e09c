/**
 * Inserts hits by statements that are compiled once, for a few numbers of rows: to compile one for every number would
 * cost more than the insert (section 6).
 */
import type { CompiledQuery, Kysely, Transaction } from 'kysely';
import type { HitRow, Schema } from '../storage/schema.ts';
import type { Hit } from './hit.ts';

export type InsertHits = (db: Transaction<Schema>, hits: readonly Hit[]) => Promise<void>;

/** Rows of one statement. */
const sizes = [250, 50, 10, 1] as const;

export function hitInserter(db: Kysely<Schema>): InsertHits {
  const statements = sizes.map((size) => ({ size, statement: compileInsert(db, size) }));
  return async (transaction, hits) => {
    let done = 0;
    for (const { size, statement } of statements) {
      for (; hits.length - done >= size; done += size) {
        const parameters = hits.slice(done, done + size).flatMap(parametersOf);
        await transaction.executeQuery({ ...statement, parameters });
      }
    }
  };
}

function compileInsert(db: Kysely<Schema>, size: number): CompiledQuery {
  return db
    .insertInto('hits')
    .values(Array.from({ length: size }, () => anyRow))
    .compile();
}

/** Only the names of its columns, and their order, go into the statement. */
const anyRow: HitRow = {
  at: 0,
  endpoint_id: '',
  proxy: '',
  status: 0,
  error: '',
  type: '',
  rows: 0,
  bytes: 0,
  ms: 0,
  credits: 0,
  user_agent: '',
  ignored: '',
};

/** In the order of the columns. */
function parametersOf(hit: Hit): (string | number | null)[] {
  return [
    hit.at,
    hit.endpointId,
    hit.proxy,
    hit.status,
    hit.error,
    hit.type,
    hit.rows,
    hit.bytes,
    hit.ms,
    hit.credits,
    hit.userAgent,
    hit.ignored,
  ];
}
