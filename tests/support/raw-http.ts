/**
 * HTTP by hand, for what a well-behaved client would not send or do: odd headers, a reader that waits, a
 * client that goes away.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
  readonly bytes: Buffer;
}

/** Sends one request with exactly these header lines and reads the answer to its end. */
export async function rawRequest(
  serviceUrl: string,
  requestLine: string,
  headerLines: readonly string[] = [],
  body = '',
): Promise<RawAnswer> {
  const socket = openRequest(serviceUrl, requestLine, headerLines, body);
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk);
  return parseAnswer(Buffer.concat(chunks));
}

/** The request is sent; what becomes of the answer is up to the caller. */
export function openRequest(
  serviceUrl: string,
  requestLine: string,
  headerLines: readonly string[] = [],
  body = '',
): Socket {
  const { hostname, port } = new URL(serviceUrl);
  const socket = connect(Number(port), hostname);
  const lines = [
    `${requestLine} HTTP/1.1`,
    `Host: ${hostname}:${port}`,
    'Connection: close',
    ...(body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
    ...headerLines,
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
  return socket;
}

/** A slow reader: it takes the first bytes of the answer and then nothing until it is told to finish. */
export async function startReading(
  serviceUrl: string,
  requestLine: string,
): Promise<{ finish(): Promise<RawAnswer> }> {
  const socket = openRequest(serviceUrl, requestLine);
  await once(socket, 'readable');
  const first: unknown = socket.read(1);
  return {
    finish: async () => {
      const chunks = Buffer.isBuffer(first) ? [first] : [];
      for await (const chunk of socket) chunks.push(chunk);
      return parseAnswer(Buffer.concat(chunks));
    },
  };
}

export function parseAnswer(received: Buffer): RawAnswer {
  const end = received.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = received.subarray(0, end).toString('latin1').split('\r\n');
  const headers = new Map(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const rest = received.subarray(end + 4);
  const bytes = headers.get('transfer-encoding') === 'chunked' ? unchunk(rest) : rest;
  return { status: Number(statusLine.split(' ')[1]), headers, bytes, body: bytes.toString('utf8') };
}

/** Throws when the last chunk is missing: the answer was cut off. */
function unchunk(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at);
    const size =
      lineEnd < 0 ? Number.NaN : Number.parseInt(bytes.subarray(at, lineEnd).toString('latin1'), 16);
    if (Number.isNaN(size)) throw new Error('The answer was cut off.');
    if (size === 0) return Buffer.concat(parts);
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
}
