/**
 * The client for large answers: sends a request over a keep-alive connection, discards the body, and returns the time
 * to the first and to the last byte.
 */
import { Agent, get, type IncomingMessage } from 'node:http';

export interface TimedRead {
  readonly firstByteMs: number;
  readonly totalMs: number;
  readonly bytes: number;
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const silentForMs = 60_000;

export function timedRead(url: string, headers: Readonly<Record<string, string>> = {}): Promise<TimedRead> {
  const { promise, resolve, reject } = Promise.withResolvers<TimedRead>();
  const started = performance.now();
  const request = get(url, { agent, headers }, (response) =>
    measure(response, started).then(resolve, reject),
  );
  request.on('error', reject);
  request.setTimeout(silentForMs, () => request.destroy(new Error(`nothing came from ${url} for a minute`)));
  return promise;
}

async function measure(response: IncomingMessage, started: number): Promise<TimedRead> {
  if (response.statusCode !== 200)
    throw new Error(`status ${response.statusCode}: ${await beginning(response)}`);
  let firstByteMs = 0;
  let bytes = 0;
  response.on('data', (piece: Buffer) => {
    if (bytes === 0) firstByteMs = performance.now() - started;
    bytes += piece.length;
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  response.on('end', resolve).on('error', reject);
  await promise;
  return { firstByteMs, totalMs: performance.now() - started, bytes };
}

async function beginning(response: IncomingMessage): Promise<string> {
  for await (const piece of response) return String(piece).slice(0, 300);
  return '';
}
