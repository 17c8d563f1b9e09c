/**
 * One request to a platform over HTTP: the whole response or a failure, within a time limit. Redirects are not
 * followed, so that a token never goes to another host; a response larger than the limit fails (contract 8.4.2).
 */
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { rememberedSuccess } from '../base/remembered-success.ts';
import { type PlatformResponse, PlatformUnreachable } from '../platform/platform-request.ts';

interface PlatformHttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
  readonly timeLimitMs: number;
  readonly signal: AbortSignal;
}

/** The response took too long. */
export class TooSlowError extends Error {
  override readonly name = 'TooSlowError';
}

/** The response came, but is no JSON. */
export class UnreadableResponseError extends Error {
  override readonly name = 'UnreadableResponseError';
}

const maxResponseBytes = 64 * 1024 * 1024;
const unzip = promisify(gunzip);

/** Loaded with the first call: a service with uploads only does without its memory. */
const opened = rememberedSuccess(async () => {
  const { Agent, request } = await import('undici');
  const agent = new Agent({
    maxResponseSize: maxResponseBytes,
    connect: { timeout: 10_000 },
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: 30_000,
  });
  return { request, agent };
});

export async function sendRequest(sent: PlatformHttpRequest): Promise<PlatformResponse> {
  const { request, agent } = await opened();
  const late = AbortSignal.timeout(sent.timeLimitMs);
  try {
    const { statusCode, headers, body } = await request(sent.url, {
      method: sent.method,
      headers: { 'accept-encoding': 'gzip', ...sent.headers },
      body: sent.body ?? null,
      signal: AbortSignal.any([late, sent.signal]),
      dispatcher: agent,
    });
    const bytes = new Uint8Array(await body.arrayBuffer());
    const isGzip = headers['content-encoding'] === 'gzip';
    const whole = isGzip ? await unzip(bytes, { maxOutputLength: maxResponseBytes }) : bytes;
    return { status: statusCode, headers: oneOfEach(headers), json: readJson(whole, statusCode) };
  } catch (error) {
    if (sent.signal.aborted || error instanceof UnreadableResponseError) throw error;
    if (late.aborted) throw new TooSlowError('the platform took too long');
    const message = error instanceof Error ? error.message : String(error);
    throw new PlatformUnreachable(message, { cause: error });
  }
}

function oneOfEach(headers: Readonly<Record<string, string | string[] | undefined>>) {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  );
}

/** Only the body of a success must be readable. */
function readJson(bytes: Uint8Array, status: number): unknown {
  if (bytes.byteLength === 0) return undefined;
  try {
    return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'));
  } catch (cause) {
    if (status >= 300) return undefined;
    throw new UnreadableResponseError('the response of the platform is no JSON', { cause });
  }
}
