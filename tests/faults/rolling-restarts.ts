/**
 * Rolling restarts of two replicas under load: each in turn gets SIGTERM, ends, and starts again, while clients with
 * new connections and with kept-alive ones ask both in turn. A client asks the other replica only when its connection
 * is refused; every other failure counts (contract 10.3.2).
 */
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { errorCode } from '../../src/errors/error-code.ts';
import { runServiceCommand, type ServiceProcess, startServiceProcess } from '../support/service-process.ts';
import type { FaultKind } from './fault-kind.ts';

const csv = 'name,price\nwidget,10\ngadget,20\n';
const clientsOfEachKind = 4;
const graceMs = 1_000;
const settledMs = 300;
const refusedPauseMs = 5;

interface Counts extends Record<string, number> {
  answered: number;
  keptAlive: number;
  refused: number;
  failed: number;
}

export const rollingRestartsUnderLoad: FaultKind = async ({ cycles }) => {
  const figures = await rollingRestarts(cycles);
  const { failed = 0 } = figures;
  return { cycles, figures, problems: failed === 0 ? [] : [`${failed} requests failed`] };
};

export async function rollingRestarts(rolls: number): Promise<Record<string, number>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tablecast-rolling-'));
  await writeFile(join(dataDir, 'table.csv'), csv);
  const { id } = await runServiceCommand(dataDir, 'publish', join(dataDir, 'table.csv'));
  const settings = { STOP_GRACE_MS: String(graceMs), LOG_LEVEL: 'warn' };
  const start = (port: number): Promise<ServiceProcess> =>
    startServiceProcess(dataDir, [], { ...settings, PORT: String(port) });
  const ports = [await lastingPort(), await lastingPort()];
  let replicas = await Promise.all(ports.map(start));
  const counts: Counts = { rolls, answered: 0, keptAlive: 0, refused: 0, failed: 0 };
  const over = new AbortController();
  const addresses = replicas.map(({ url }) => `${url}/${String(id)}`);
  const clients = Array.from({ length: clientsOfEachKind }, () => [
    askInTurn(addresses, undefined, counts, over.signal),
    askInTurn(addresses, new Agent({ keepAlive: true }), counts, over.signal),
  ]).flat();
  try {
    for (let roll = 0; roll < rolls; roll++) {
      for (const [index, port] of ports.entries()) {
        await pause(settledMs);
        await replicas[index]?.[Symbol.asyncDispose]();
        const again = await start(port);
        replicas = replicas.with(index, again);
      }
    }
  } finally {
    over.abort();
    await Promise.all(clients);
    await Promise.all(replicas.map((replica) => replica[Symbol.asyncDispose]()));
    await rm(dataDir, { recursive: true, force: true });
  }
  return counts;
}

/** Below those that the system gives to clients, which would take it while the replica is away. */
async function lastingPort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    server.close();
    if (isFree) return port;
  }
}

/** One client: one request at a time, to the replicas in turn. */
async function askInTurn(
  addresses: readonly string[],
  agent: Agent | undefined,
  counts: Counts,
  over: AbortSignal,
): Promise<void> {
  for (let turn = 0; !over.aborted; turn++) {
    const outcome = await ask(addresses[turn % addresses.length] ?? '', agent);
    if (outcome === csv) counts[agent ? 'keptAlive' : 'answered'] += 1;
    else if (outcome === 'ECONNREFUSED') {
      counts.refused += 1;
      await pause(refusedPauseMs);
    } else {
      counts.failed += 1;
      const kind = `${agent ? 'kept-alive' : 'new'}: ${outcome.slice(0, 60)}`;
      counts[kind] = (counts[kind] ?? 0) + 1;
    }
  }
  agent?.destroy();
}

/** The body of a whole answer, or what went wrong. */
function ask(address: string, agent: Agent | undefined): Promise<string> {
  return new Promise((resolve) => {
    const fail = (error: unknown): void =>
      resolve(`${errorCode(error) || String(error)}${request.reusedSocket ? ' on a used connection' : ''}`);
    const request = get(address, { agent: agent ?? false }, (answer) => {
      text(answer).then((body) => resolve(answer.statusCode === 200 ? body : `${answer.statusCode}`), fail);
    });
    request.on('error', fail);
  });
}
