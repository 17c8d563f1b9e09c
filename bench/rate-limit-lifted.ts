/**
 * Adds enough free rate limit slots to the service's database that no call waits for one. The service still does all
 * its other work, including taking a slot for each call.
 */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { BenchWorld } from './bench-world.ts';

/** Long enough ago to be free, but recent enough not to be removed as idle. */
const freeSince = 'unixepoch() * 1000 - 600000';

export function liftRateLimits({ dataDir }: BenchWorld, slots: number): void {
  const database = new DatabaseSync(join(dataDir, 'tablecast.sqlite'), { timeout: 10_000 });
  database
    .prepare(
      `with recursive numbers (slot) as (select 0 union all select slot + 1 from numbers where slot + 1 < ?)
       insert into rate_limit_slots (limit_key, slot, at)
       select limit_key, numbers.slot, ${freeSince} from (select distinct limit_key from rate_limit_slots), numbers where true
       on conflict do update set at = ${freeSince}`,
    )
    .run(slots);
  database.close();
}
