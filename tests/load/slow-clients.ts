/** Clients that read a large answer slowly, one after the other, as long as they are there. */
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { MixedRequest } from './load-mix.ts';

const bytesPerRead = 8_192;
const everyMs = 100;

export interface SlowClients extends AsyncDisposable {
  /** Answers that were read to their end. */
  whole(): number;
}

export function startSlowClients(url: string, request: MixedRequest, clients: number): SlowClients {
  let isOver = false;
  let whole = 0;
  const read = async (): Promise<void> => {
    while (!isOver) {
      const socket = ask(url, request);
      while (!isOver && !socket.readableEnded && !socket.destroyed) {
        socket.read(Math.min(bytesPerRead, socket.readableLength || bytesPerRead));
        await pause(everyMs);
      }
      if (socket.readableEnded) whole += 1;
      socket.destroy();
    }
  };
  const reading = Promise.all(Array.from({ length: clients }, read));
  return {
    whole: () => whole,
    [Symbol.asyncDispose]: async () => {
      isOver = true;
      await reading;
    },
  };
}

function ask(url: string, { path }: MixedRequest): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect({ port: Number(port), host: hostname });
  socket.on('error', () => socket.destroy());
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\nConnection: close\r\n\r\n`);
  return socket;
}
