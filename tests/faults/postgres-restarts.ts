/** PostgreSQL stopped for a while, and restarted at once, fast and immediate by turns, under load (contract 10.4.2). */
import { setTimeout as pause } from 'node:timers/promises';
import type { FaultKind } from './fault-kind.ts';
import { faultsUnderLoad } from './replicas-under-load.ts';

const longestStopMs = 6_000;

export const postgresRestarts: FaultKind = (run) =>
  faultsUnderLoad('postgres-restarts', run, async ({ postgres: { server }, random }, cycle) => {
    const mode = cycle % 2 === 0 ? 'fast' : 'immediate';
    const isLong = cycle % 4 > 1;
    await server.stop(mode);
    if (isLong) await pause(random() * longestStopMs);
    await server.start();
    return { healedAt: performance.now(), name: `${isLong ? 'stop' : 'restart'} ${mode}` };
  });
