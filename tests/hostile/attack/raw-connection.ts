/** A connection that does as the attacker likes, and is always gone in the end. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Attack } from './attack-target.ts';

export async function withConnection(
  { url, until }: Attack,
  act: (socket: Socket) => Promise<unknown>,
): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).on('error', () => {});
  const leave = (): void => void socket.destroy();
  until.addEventListener('abort', leave);
  try {
    await Promise.race([once(socket, 'connect'), gone(socket)]);
    await Promise.race([act(socket), gone(socket)]);
  } finally {
    until.removeEventListener('abort', leave);
    socket.destroy();
  }
}

function gone(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    if (socket.destroyed) resolve();
    else socket.once('close', () => resolve());
  });
}

export async function waitFor(ms: number, { until }: Attack): Promise<void> {
  await pause(ms, undefined, { signal: until }).catch(() => {});
}

/** As fast as the connection takes it, or with a pause after each piece. */
export async function sendSlowly(
  socket: Socket,
  attack: Attack,
  piece: string | Uint8Array,
  pauseMs: number,
): Promise<void> {
  while (!socket.destroyed && !attack.until.aborted) {
    if (!socket.write(piece))
      await Promise.race([once(socket, 'drain'), gone(socket), waitFor(5_000, attack)]);
    await waitFor(pauseMs, attack);
  }
}

export const requestHead = (line: string, headers: readonly string[] = []): string =>
  `${[`${line} HTTP/1.1`, 'Host: x', ...headers].join('\r\n')}\r\n\r\n`;
