/** The network between the service and PostgreSQL refuses, resets, swallows and delays, by turns (contract 10.4.2). */
import { setTimeout as pause } from 'node:timers/promises';
import type { FaultKind } from './fault-kind.ts';
import { backWithinMs, faultsUnderLoad } from './replicas-under-load.ts';
import { networkFaults } from './tcp-proxy.ts';

const shortestMs = 500;
const longestMs = 15_000;
/** Only the time limit of a statement shows that a connection was swallowed. */
const swallowedForMs = 10_000;

export const postgresNetwork: FaultKind = (run) =>
  faultsUnderLoad('postgres-network', run, async ({ network, random }, cycle) => {
    const fault = networkFaults[cycle % networkFaults.length] ?? 'refuse';
    await network.begin(fault);
    await pause(shortestMs + random() ** 2 * ((run.longestFaultMs ?? longestMs) - shortestMs));
    await network.heal();
    const within = fault === 'swallow' ? swallowedForMs + backWithinMs : backWithinMs;
    return { healedAt: performance.now(), name: `a network that did ${fault}`, backWithinMs: within };
  });
