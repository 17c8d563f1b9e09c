/**
 * The open connections of the server. One guard for every route, before the framework: the requests of a connection
 * are answered one at a time, few may wait, and what belongs to a connection that is gone is skipped. There is a bound
 * on connections, at which the one that has been idle for longest makes room; idle ones end in time (contract 8.6.1).
 * It also knows what each is doing, so that the service can stop without cutting one that a client uses.
 */
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';

/** Node hands over all requests of what it has read at once, up to 64 kB of them. */
const maxWaitingOnOne = 32;
const maxWaiting = 8_192;

export interface ConnectionLimits {
  readonly maxConnections: number;
  /** Longest that a client may take no byte of its answer. */
  readonly writeTimeLimitMs: number;
  readonly keepAliveMs: number;
  /** Answers a client for whom there is no room, and closes its connection. */
  readonly refuse: (socket: Socket) => void;
}

interface Connection {
  readonly socket: Socket;
  /** Answers that are outstanding: the one under way, and those of requests that wait for it. */
  outstanding: number;
  readonly waiting: [IncomingMessage, ServerResponse][];
  latest: ServerResponse | undefined;
  /** Since when nothing is being answered on it, and how much it had received then. */
  quietSince: number;
  bytesRead: number;
}

export class OpenConnections {
  readonly #limits: ConnectionLimits;
  readonly #open = new Map<Socket, Connection>();
  /** Those on which nothing is being answered; the first is idle for longest. */
  readonly #idle = new Set<Connection>();
  #waiting = 0;
  #accepted = 0;
  #isEnding = false;

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
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

  createServer(answer: RequestListener): Server {
    const server = createServer({
      keepAliveTimeout: this.#limits.keepAliveMs,
      // How long a body may take depends on what it is: see `slow-bodies.ts`.
      requestTimeout: 0,
      headersTimeout: 10_000,
      connectionsCheckingInterval: 1_000,
      optimizeEmptyRequests: true,
    });
    const arrived: RequestListener = (request, response) => this.#arrived(request, response, answer);
    server.on('connection', (socket) => this.#add(socket));
    server.on('request', arrived);
    // What is expected beside `100-continue` need not be answered.
    server.on('checkExpectation', arrived);
    server.setTimeout(this.#limits.writeTimeLimitMs, (socket) => this.#wasSilent(socket));
    return server;
  }

  isAnswering(socket: Socket): boolean {
    return (this.#open.get(socket)?.outstanding ?? 0) > 0;
  }

  /** From now on every answer is the last on its connection, and says so. */
  endAfterAnswers(): void {
    this.#isEnding = true;
    for (const { latest } of this.#open.values()) if (latest) latest.shouldKeepAlive = false;
  }

  /** Those on which nothing has arrived and nothing is being answered for so long. */
  closeQuiet(quietMs: number): void {
    const before = performance.now() - quietMs;
    for (const { socket, quietSince, bytesRead } of this.#idle) {
      if (quietSince <= before && socket.bytesRead === bytesRead) socket.destroySoon();
    }
  }

  #add(socket: Socket): void {
    this.#accepted += 1;
    if (this.#open.size >= this.#limits.maxConnections && !this.#makeRoom()) {
      this.#limits.refuse(socket);
      return;
    }
    const connection: Connection = {
      socket,
      outstanding: 0,
      waiting: [],
      latest: undefined,
      quietSince: performance.now(),
      bytesRead: 0,
    };
    this.#open.set(socket, connection);
    this.#idle.add(connection);
    socket.once('close', () => this.#remove(connection));
    readInPieces(socket);
  }

  #makeRoom(): boolean {
    for (const connection of this.#idle) {
      connection.socket.destroy();
      this.#remove(connection);
      return true;
    }
    return false;
  }

  #remove(connection: Connection): void {
    this.#open.delete(connection.socket);
    this.#idle.delete(connection);
    this.#waiting -= connection.waiting.splice(0).length;
  }

  /** A client that waits for its answer is not silent; one that takes no byte of it is, and so is an idle one. */
  #wasSilent(socket: Socket): void {
    if (!this.isAnswering(socket) || socket.writableLength > 0) socket.destroy();
  }

  #arrived(request: IncomingMessage, response: ServerResponse, answer: RequestListener): void {
    const connection = this.#open.get(request.socket);
    if (!connection || connection.socket.destroyed) return;
    if (this.#isEnding) {
      // The answer before it is not the last any more.
      if (connection.latest) connection.latest.shouldKeepAlive = true;
      response.shouldKeepAlive = false;
    }
    connection.latest = response;
    connection.outstanding += 1;
    if (connection.outstanding === 1) {
      this.#idle.delete(connection);
      this.#begin(connection, request, response, answer);
    } else if (connection.outstanding > maxWaitingOnOne || this.#waiting >= maxWaiting) {
      connection.socket.destroy();
    } else {
      this.#waiting += 1;
      connection.waiting.push([request, response]);
    }
  }

  #begin(
    connection: Connection,
    request: IncomingMessage,
    response: ServerResponse,
    answer: RequestListener,
  ): void {
    response.on('close', () => this.#ended(connection, response, answer));
    answer(request, response);
  }

  #ended(connection: Connection, response: ServerResponse, answer: RequestListener): void {
    connection.outstanding -= 1;
    if (connection.latest === response) connection.latest = undefined;
    if (connection.socket.destroyed) return;
    if (connection.outstanding > 0) {
      // Others come first: what answers at once would otherwise keep the event loop to itself.
      setImmediate(() => this.#beginNext(connection, answer));
      return;
    }
    connection.quietSince = performance.now();
    connection.bytesRead = connection.socket.bytesRead;
    this.#idle.add(connection);
  }

  #beginNext(connection: Connection, answer: RequestListener): void {
    const next = connection.waiting.shift();
    // None when the connection was closed meanwhile.
    if (!next) return;
    this.#waiting -= 1;
    this.#begin(connection, ...next, answer);
  }
}

/** Some ninety of the shortest requests. */
const pieceBytes = 4 * 1024;

/**
 * The parser makes all requests of what it is given, even of a connection that is closed meanwhile: of 64 kB that were
 * fifteen hundred. So it is given less at a time, and nothing more once the connection is closed.
 */
function readInPieces(socket: Socket): void {
  const parsers = socket.listeners('data');
  socket.removeAllListeners('data').on('data', (bytes: Buffer<ArrayBuffer>) => {
    for (let at = 0; at < bytes.length && !socket.destroyed; at += pieceBytes) {
      const piece = bytes.length <= pieceBytes ? bytes : bytes.subarray(at, at + pieceBytes);
      for (const parse of parsers) parse.call(socket, piece);
    }
  });
}
