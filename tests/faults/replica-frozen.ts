/**
 * A replica stands still inside a transaction, with the rows of accounts locked, for shorter and longer than it takes
 * to be held for dead. The other one goes on; both are right about every credit afterwards (contract 10.4.1).
 */
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { FaultKind } from './fault-kind.ts';
import type { FaultWorld } from './fault-world.ts';
import { faultsUnderLoad } from './replicas-under-load.ts';

const shortestMs = 3_000;
const longestMs = 40_000;
const triesAtMost = 300;
/** The lock of a standing transaction is waited for, and ended by the server. */
const othersWithinMs = 15_000;

export const replicaFrozen: FaultKind = (run) =>
  faultsUnderLoad('replica-frozen', run, async ({ world, client, findings, random }, cycle) => {
    const [frozen, other] = cycle % 2 === 0 ? world.replicas : world.replicas.toReversed();
    if (!frozen || !other) throw new Error('two replicas are needed');
    findings.add('frozen inside a transaction', (await freezeInTransaction(world, frozen.pid)) ? 1 : 0);
    const frozenAt = performance.now();
    const forMs = shortestMs + random() * ((run.longestFaultMs ?? longestMs) - shortestMs);
    await pause(Math.min(forMs, othersWithinMs));
    const served = client.hits.find(
      ({ target, outcome, began }) => target === other.url && outcome === 200 && began > frozenAt,
    );
    if (served) findings.raise('ms to the first 200 of the other', served.ended - frozenAt);
    else if (forMs >= othersWithinMs) {
      findings.problem(cycle, `no 200 of the other replica in ${othersWithinMs} ms`);
    }
    await pause(Math.max(0, forMs - othersWithinMs));
    process.kill(frozen.pid, 'SIGCONT');
    return { healedAt: performance.now(), name: 'a replica that stood still' };
  });

/** Stopped again and again until PostgreSQL says that one of its sessions is inside a transaction and does nothing. */
async function freezeInTransaction(world: FaultWorld, pid: number): Promise<boolean> {
  return world.look(async ({ db }) => {
    for (let tries = 0; tries < triesAtMost; tries++) {
      process.kill(pid, 'SIGSTOP');
      // What the replica has sent is worked off.
      await pause(20);
      const { rows } = await sql<{ idle: number }>`
        select count(*) as idle from pg_stat_activity
        where datname = current_database() and state = 'idle in transaction'
          and state_change < clock_timestamp() - interval '15 milliseconds'`.execute(db);
      if (Number(rows[0]?.idle ?? 0) > 0) return true;
      process.kill(pid, 'SIGCONT');
      await pause(7);
    }
    process.kill(pid, 'SIGSTOP');
    return false;
  });
}
