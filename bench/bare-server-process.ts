/** Starts `bare-server.ts` and waits until both of its servers accept connections. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../tests/support/free-port.ts';
import { endWithThisProcess } from '../tests/support/service-process.ts';

export interface BareServers extends AsyncDisposable {
  readonly pid: number;
  /** Serves each file from memory, under its name. */
  readonly fastifyUrl: string;
  fileUrl(file: string): string;
}

const serverFile = fileURLToPath(new URL('./bare-server.ts', import.meta.url));
const startWithinMs = 10_000;

export async function startBareServers(...files: readonly string[]): Promise<BareServers> {
  const fastifyPort = await freePort();
  const filesPort = await freePort();
  // As the service does in a benchmark, it logs to a file.
  const log = await open(files[0] === undefined ? '/dev/null' : `${files[0]}.log`, 'a');
  const child = spawn(process.execPath, [serverFile, String(fastifyPort), String(filesPort), ...files], {
    stdio: ['ignore', log.fd, 'inherit'],
  });
  const ended = endWithThisProcess(child);
  await log.close();
  await Promise.all([listening(fastifyPort), listening(filesPort)]);
  return {
    pid: child.pid ?? 0,
    fastifyUrl: `http://127.0.0.1:${fastifyPort}`,
    fileUrl: (file) => `http://127.0.0.1:${filesPort}/?file=${encodeURIComponent(file)}`,
    [Symbol.asyncDispose]: async () => {
      child.kill();
      await ended;
    },
  };
}

async function listening(port: number): Promise<void> {
  for (const until = Date.now() + startWithinMs; Date.now() < until; await pause(20)) {
    const socket = connect(port, '127.0.0.1');
    const connected = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (connected) return;
  }
  throw new Error('the bare servers did not start');
}
