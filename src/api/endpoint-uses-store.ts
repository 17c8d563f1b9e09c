/** The scheduled jobs of one endpoint, which end with it. */
import type { Kysely } from 'kysely';
import type { Schema } from '../storage/schema.ts';

export async function schedulesOfEndpoint(
  db: Kysely<Schema>,
  endpointId: string,
  named: number,
): Promise<{ readonly total: number; readonly names: string[] }> {
  const own = db.selectFrom('jobs').where('endpoint_id', '=', endpointId);
  const { total } = await own
    .select(({ fn }) => fn.countAll<number | bigint | string>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await own.select('name').orderBy('created_at').orderBy('id').limit(named).execute();
  return { total: Number(total), names: rows.map(({ name }) => name) };
}
