/** Ten thousand connections that are kept open and say nothing, while others are answered. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { residentMb } from '../../bench/process-tree.ts';
import { FaultWorld } from '../faults/fault-world.ts';
import type { LoadFigure } from './load-figure.ts';
import { publishMix } from './load-mix.ts';
import type { LoadRun } from './load-run.ts';
import { asFastAsPossible, errorCount, rateOf } from './mixed-load.ts';

const closedWithinMs = 70_000;
const openedAtOnce = 200;
const connectWithinMs = 10_000;

export async function idleConnections({ isQuick, say }: LoadRun): Promise<LoadFigure[]> {
  const wanted = isQuick ? 500 : 10_000;
  const seconds = isQuick ? 3 : 10;
  await using world = await FaultWorld.open();
  const mix = await publishMix(world);
  const { url, pid } = await world.startReplica();
  await asFastAsPossible([url], mix, 16, seconds);
  const before = await asFastAsPossible([url], mix, 16, seconds);
  const memoryBefore = residentMb(pid);
  const idle: IdleConnection[] = [];
  try {
    while (idle.length < wanted) {
      const opened = Array.from({ length: openedAtOnce }, () => openIdle(url));
      const results = await Promise.allSettled(opened);
      const fulfilled = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
      idle.push(...fulfilled);
      if (fulfilled.length < openedAtOnce) break;
    }
    say(`${idle.length} connections are open`);
    const during = await asFastAsPossible([url], mix, 16, seconds);
    const early = idle.filter(({ closedAfterMs }) => closedAfterMs !== undefined).length;
    const perConnection = ((residentMb(pid) - memoryBefore) * 1024) / Math.max(1, idle.length);
    say('waiting until they are closed');
    const closedAfterMs = await closedAfter(idle);
    return [
      {
        measure: 'idle connections not opened',
        value: Math.max(0, wanted - idle.length),
        unit: '',
        atMost: 0,
        remark: `of ${wanted}; ulimit -n must allow as many`,
      },
      { measure: 'idle connections closed early', value: early, unit: '', atMost: 0 },
      {
        measure: 'the last one closed after its answer',
        value: closedAfterMs / 1_000,
        unit: 's',
        atMost: closedWithinMs / 1_000,
      },
      { measure: 'errors of others meanwhile', value: errorCount(during), unit: '', atMost: 0 },
      { measure: 'requests per second without them', value: rateOf(before), unit: '/s' },
      { measure: 'requests per second with them', value: rateOf(during), unit: '/s' },
      { measure: 'p99 without them', value: before.latencies.quantileMs(0.99), unit: 'ms' },
      { measure: 'p99 with them', value: during.latencies.quantileMs(0.99), unit: 'ms' },
      { measure: 'memory for each', value: perConnection, unit: 'kB', atMost: 20 },
    ];
  } finally {
    for (const { socket } of idle) socket.destroy();
  }
}

interface IdleConnection {
  readonly socket: Socket;
  /** From its last answer on; undefined while it is open. */
  closedAfterMs: number | undefined;
}

/** Has asked once, so that the service keeps it for the next request. */
async function openIdle(url: string): Promise<IdleConnection> {
  const { hostname, port } = new URL(url);
  const socket = connect({ port: Number(port), host: hostname });
  socket.on('error', () => socket.destroy());
  const signal = AbortSignal.timeout(connectWithinMs);
  await once(socket, 'connect', { signal });
  socket.write(`GET / HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`);
  await once(socket, 'data', { signal });
  const answeredAt = performance.now();
  const connection: IdleConnection = { socket, closedAfterMs: undefined };
  socket.resume().once('close', () => {
    connection.closedAfterMs = performance.now() - answeredAt;
  });
  return connection;
}

/** The longest time; infinite when some are open long after all should be closed. */
async function closedAfter(idle: readonly IdleConnection[]): Promise<number> {
  const longest = (): number =>
    Math.max(0, ...idle.map(({ closedAfterMs }) => closedAfterMs ?? Number.POSITIVE_INFINITY));
  const until = performance.now() + 2 * closedWithinMs;
  while (longest() === Number.POSITIVE_INFINITY && performance.now() < until) await pause(500);
  return longest();
}
