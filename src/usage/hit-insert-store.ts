/** Inserts hits, which come by the hundred. */

import { compiledInsert, type InsertRows } from '../storage/database/compiled-insert.ts';
import type { Db } from '../storage/database/database.ts';
import type { HitRow } from '../storage/database/schema.ts';
import type { Hit } from './hit.ts';

export function hitInserter(db: Db): InsertRows<Hit> {
  return compiledInsert(
    (size) => db.insertInto('hits').values(Array(size).fill(anyRow)).compile(),
    parametersOf,
  );
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
