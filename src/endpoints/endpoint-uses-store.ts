/** The scheduled jobs of one endpoint, which end with it. */

import { countRows } from '../storage/database/count-rows.ts';
import type { Db } from '../storage/database/database.ts';

export async function schedulesOfEndpoint(
  db: Db,
  endpointId: string,
  named: number,
): Promise<{ readonly total: number; readonly names: string[] }> {
  const own = db.selectFrom('jobs').where('endpoint_id', '=', endpointId);
  const total = await countRows(own);
  const rows = await own.select('name').orderBy('created_at').orderBy('id').limit(named).execute();
  return { total, names: rows.map(({ name }) => name) };
}
