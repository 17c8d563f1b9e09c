/**
 * The open connections of the server and what each is doing, so that the service can stop without cutting one that a
 * client uses (DESIGN section 3).
 */
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

interface Connection {
  /** Requests may be pipelined. */
  answers: number;
  /** Of the request that came last. */
  latest?: ServerResponse;
  /** Since when nothing is being answered on it, and how much it had received then. */
  quietSince: number;
  bytesRead: number;
}

export class OpenConnections {
  readonly #open = new Map<Socket, Connection>();
  #accepted = 0;
  #isEnding = false;

  constructor(server: Server) {
    server.on('connection', (socket) => this.#add(socket));
    // Before the request is answered, which may happen at once.
    server.prependListener('request', (request, response) => this.#begin(request.socket, response));
  }

  get size(): number {
    return this.#open.size;
  }

  /** How many there have been. */
  get accepted(): number {
    return this.#accepted;
  }

  get isEnding(): boolean {
    return this.#isEnding;
  }

  isAnswering(socket: Socket): boolean {
    return (this.#open.get(socket)?.answers ?? 0) > 0;
  }

  /** From now on every answer is the last on its connection, and says so. */
  endAfterAnswers(): void {
    this.#isEnding = true;
    for (const { latest } of this.#open.values()) if (latest) latest.shouldKeepAlive = false;
  }

  /** Those on which nothing has arrived and nothing is being answered for so long. */
  closeQuiet(quietMs: number): void {
    const before = performance.now() - quietMs;
    for (const [socket, { answers, quietSince, bytesRead }] of this.#open) {
      if (answers === 0 && quietSince <= before && socket.bytesRead === bytesRead) socket.destroySoon();
    }
  }

  #add(socket: Socket): void {
    this.#accepted += 1;
    this.#open.set(socket, { answers: 0, quietSince: performance.now(), bytesRead: 0 });
    socket.once('close', () => this.#open.delete(socket));
  }

  #begin(socket: Socket, response: ServerResponse): void {
    const connection = this.#open.get(socket);
    if (!connection) return;
    connection.answers += 1;
    if (this.#isEnding) {
      // The answer before it is not the last any more.
      if (connection.latest) connection.latest.shouldKeepAlive = true;
      response.shouldKeepAlive = false;
    }
    connection.latest = response;
    response.once('close', () => {
      connection.answers -= 1;
      connection.quietSince = performance.now();
      connection.bytesRead = socket.bytesRead;
      if (connection.latest === response) delete connection.latest;
    });
  }
}
