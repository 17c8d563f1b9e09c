/** Requests per second of one, two and three replicas on one PostgreSQL, and which of them used the processors. */
import { availableParallelism } from 'node:os';
import { processorMs } from '../../bench/process-tree.ts';
import { startFaultPostgres } from '../faults/fault-postgres.ts';
import { FaultWorld } from '../faults/fault-world.ts';
import type { LoadFigure } from './load-figure.ts';
import { publishMix } from './load-mix.ts';
import type { LoadRun } from './load-run.ts';
import { asFastAsPossible, errorCount, rateOf } from './mixed-load.ts';

const connections = 32;

export async function replicaRates({ isQuick, postgres, say }: LoadRun): Promise<LoadFigure[]> {
  await using database = await startFaultPostgres(postgres);
  await using world = await FaultWorld.open({ databaseUrl: database.url });
  const mix = await publishMix(world);
  const seconds = isQuick ? 3 : 20;
  const figures: LoadFigure[] = [];
  for (let count = 1; count <= 3; count++) {
    await world.startReplica();
    await asFastAsPossible(world.urls(), mix, connections, seconds / 2);
    const pids = [process.pid, database.server.pid(), ...world.replicas.map(({ pid }) => pid)];
    const before = pids.map(ownProcessorMs);
    const result = await asFastAsPossible(world.urls(), mix, connections, seconds);
    const [client = 0, server = 0, ...replicas] = pids.map((pid, at) => {
      return (ownProcessorMs(pid) - (before[at] ?? 0)) / (10 * result.seconds);
    });
    const service = replicas.reduce((sum, each) => sum + each, 0);
    const remark =
      `of ${availableParallelism()}00 % of the processors: service ${Math.round(service)} %, ` +
      `PostgreSQL ${Math.round(server)} %, this client ${Math.round(client)} %; ${errorCount(result)} errors`;
    say(`${count} replicas: ${Math.round(rateOf(result))} requests/s, ${remark}`);
    figures.push({ measure: `replicas: ${count}`, value: rateOf(result), unit: '/s', remark });
  }
  return figures;
}

/** This process is the parent of the others. */
function ownProcessorMs(pid: number): number {
  if (pid !== process.pid) return processorMs(pid);
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
