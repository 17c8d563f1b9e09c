/**
 * A connection that its platform accepts again: what requests of its endpoints got while it had stopped holds no longer,
 * also what is recorded only a moment later.
 */
import { sql } from 'kysely';
import type { Db } from '../storage/database/database.ts';

export async function forgetRefusals(db: Db, connectionId: string, at: number): Promise<void> {
  await sql`insert into endpoint_outcomes (endpoint_id, at, state, since, failures)
    select id, cast(${at} as bigint), 'working', cast(${at} as bigint), 0 from endpoints where connection_id = ${connectionId}
    on conflict (endpoint_id) do update
    set at = excluded.at, state = excluded.state, error = null, data = null, since = excluded.since, failures = 0
    where endpoint_outcomes.state in ('working', 'connection stopped')`.execute(db);
}
