/** PostgreSQL stands still, all its processes, and goes on: nobody hears of it but by time (contract 10.4.2). */
import { setTimeout as pause } from 'node:timers/promises';
import type { FaultKind } from './fault-kind.ts';
import { faultsUnderLoad } from './replicas-under-load.ts';

const shortestMs = 1_000;
const longestMs = 25_000;

export const postgresFrozen: FaultKind = (run) =>
  faultsUnderLoad('postgres-frozen', run, async ({ postgres: { server }, random }) => {
    server.signal('SIGSTOP');
    await pause(shortestMs + random() ** 2 * ((run.longestFaultMs ?? longestMs) - shortestMs));
    server.signal('SIGCONT');
    return { healedAt: performance.now(), name: 'a standstill' };
  });
