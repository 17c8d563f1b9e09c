/**
 * Requests that a client sends on one connection without waiting for answers are worked off one by one: each begins
 * when the answer before it has been sent. A client that does not read its answers has one export under way, not as
 * many as it can ask for (section 8).
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const maxWaiting = 100;

const waitingOn = new WeakMap<Socket, number>();

/** True when no earlier answer on the connection is outstanding; false when the connection closed before. */
export async function becomesFirst({ socket }: IncomingMessage, response: ServerResponse): Promise<boolean> {
  if (response.socket) return true;
  const waiting = (waitingOn.get(socket) ?? 0) + 1;
  waitingOn.set(socket, waiting);
  socket.setMaxListeners(0);
  if (waiting > maxWaiting) socket.destroy();
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const begin = (): void => resolve(true);
  const leave = (): void => resolve(false);
  // Node gives a response its socket when its turn has come.
  response.once('socket', begin);
  socket.once('close', leave);
  if (socket.destroyed) leave();
  const isFirst = await promise;
  response.off('socket', begin);
  socket.off('close', leave);
  waitingOn.set(socket, (waitingOn.get(socket) ?? 1) - 1);
  return isFirst;
}
