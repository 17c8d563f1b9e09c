/**
 * The "other integrations" of a scheduled job: posts the export, signed, to a URL of the owner; never to a private
 * network and without following redirects. Only a 2xx response after the complete body was read counts as success;
 * a receiver that was sent the complete body once has the export, whatever it answers (contract 1.7.11).
 */
import { createHmac } from 'node:crypto';
import { createReadStream, type ReadStream } from 'node:fs';
import { isIP } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Agent } from 'undici';
import { contentDisposition } from '../base/content-disposition.ts';
import { contentType } from '../base/content-type.ts';
import { randomId } from '../base/random-id.ts';
import { version } from '../base/version.ts';
import type { Destination, SaveRequest } from './destination.ts';
import {
  isPublicAddress,
  NotPublicError,
  publicLookup,
  type ResolveName,
  resolveName,
} from './public-address.ts';
import { destinationOf, SaveProblem } from './save-errors.ts';

interface WebhookOptions {
  /** Per attempt, from the DNS lookup to the response. */
  readonly timeLimitMs: number;
  /** Pauses before the retries; their number is the number of retries. */
  readonly pausesMs: readonly number[];
  readonly resolve: ResolveName;
}

const defaultOptions: WebhookOptions = {
  timeLimitMs: 30_000,
  pausesMs: [1_000, 4_000],
  resolve: resolveName,
};

export const webhook: Destination = webhookWith(defaultOptions);

export function webhookWith(options: Partial<WebhookOptions>): Destination {
  return destinationOf('the webhook', (request) => deliver(request, { ...defaultOptions, ...options }));
}

interface Delivery {
  readonly request: SaveRequest;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly agent: Agent;
  readonly send: typeof import('undici').request;
  readonly timeLimitMs: number;
  /** In this attempt, and in any. */
  isSentWhole: boolean;
  wasSentWhole: boolean;
}

async function deliver(request: SaveRequest, options: WebhookOptions): Promise<undefined> {
  const { timeLimitMs } = options;
  const { allowPrivate = false, url: address, secret } = request.target;
  const url = webhookUrl(address, allowPrivate);
  if (!secret) throw new SaveProblem('The webhook has no secret to sign with.');
  const headers = await headersOf(request, secret);
  // Loaded on first use, as in calls to platforms.
  const undici = await import('undici');
  const agent = new undici.Agent({
    connect: { ...(!allowPrivate && { lookup: publicLookup(options.resolve) }), timeout: timeLimitMs },
    allowH2: false,
  });
  const { request: send } = undici;
  const sent = { isSentWhole: false, wasSentWhole: false };
  const delivery: Delivery = { request, url, headers, agent, send, timeLimitMs, ...sent };
  try {
    await deliverWithRetries(delivery, options.pausesMs);
  } catch (error) {
    if (!(error instanceof SaveProblem) || !delivery.wasSentWhole) throw error;
    throw new SaveProblem(error.message, error.key, error.retryAfterSeconds, true);
  } finally {
    await agent.destroy();
  }
}

/** Throws if the URL is not allowed; a host name is checked later, when it is resolved. */
export function webhookUrl(address: string | undefined, allowPrivate: boolean): URL {
  const url = URL.parse(address ?? '');
  if (!url || !['https:', 'http:'].includes(url.protocol) || url.port === '0') {
    throw new SaveProblem('The URL of the webhook is not a full http or https URL.');
  }
  if (url.username !== '' || url.password !== '') {
    throw new SaveProblem('The URL of the webhook must not hold a user name or password.');
  }
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (!allowPrivate && isIP(host) !== 0 && !isPublicAddress(host)) throw notPublic();
  return url;
}

function notPublic(): SaveProblem {
  return new SaveProblem('The URL of the webhook is not in the public internet.');
}

/** The same for all attempts, so that the receiver can recognise a retry. */
async function headersOf(request: SaveRequest, secret: string): Promise<Record<string, string>> {
  const { filename, contentType: mediaType, file } = request;
  return {
    'Content-Type': contentType(mediaType),
    'Content-Length': String(file.bytes),
    'Content-Disposition': contentDisposition('attachment', filename),
    'User-Agent': `Tablecast/${version}`,
    'Idempotency-Key': randomId(),
    'Tablecast-Signature': await webhookSignature(file.path, secret, Math.floor(Date.now() / 1000)),
  };
}

/**
 * `t=<unix seconds>,v1=<hex HMAC-SHA-256 of "<t>." and the body>`: a receiver that knows the secret can verify that the
 * export is complete, recent and authentic (contract 1.7.10).
 */
export async function webhookSignature(path: string, secret: string, unixSeconds: number): Promise<string> {
  const hmac = createHmac('sha256', secret).update(`${unixSeconds}.`);
  for await (const piece of createReadStream(path)) hmac.update(piece);
  return `t=${unixSeconds},v1=${hmac.digest('hex')}`;
}

async function deliverWithRetries(delivery: Delivery, pausesMs: readonly number[]): Promise<void> {
  const { signal } = delivery.request;
  for (const pause of pausesMs) {
    if ((await attempt(delivery)) === undefined) return;
    await delay(pause, undefined, { signal });
  }
  const failure = await attempt(delivery);
  if (failure !== undefined) throw new SaveProblem(failure);
}

/** Returns the reason of a failure that may be retried, undefined on success; throws on any other failure. */
async function attempt(delivery: Delivery): Promise<string | undefined> {
  try {
    return await post(delivery);
  } catch (error) {
    if (error instanceof SaveProblem || delivery.request.signal.aborted) throw error;
    if (error instanceof NotPublicError) throw notPublic();
    if (isTimeout(error)) return 'The webhook took too long to answer.';
    return delivery.isSentWhole ? 'The webhook did not answer.' : 'The webhook could not be reached.';
  } finally {
    delivery.wasSentWhole ||= delivery.isSentWhole;
  }
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && (error.name === 'TimeoutError' || error.name === 'ConnectTimeoutError');
}

async function post(delivery: Delivery): Promise<string | undefined> {
  const { request, url, headers, agent, send, timeLimitMs } = delivery;
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeLimitMs)]);
  const { bytes } = request.file;
  delivery.isSentWhole = false;
  const file = bytes > 0 ? createReadStream(request.file.path) : null;
  try {
    const response = await send(url, { method: 'POST', headers, body: file, dispatcher: agent, signal });
    await response.body.dump({ limit: 65_536 }).catch(() => undefined);
    // That an empty body was sent is known by the answer only.
    if (bytes === 0) delivery.isSentWhole = true;
    if (response.statusCode >= 500) return `The webhook answered with status ${response.statusCode}.`;
    requireSuccess(response.statusCode, response.headers['retry-after']);
    if (consumedBytes(file) < bytes) {
      throw new SaveProblem('The webhook answered before it had read everything.');
    }
    return undefined;
  } finally {
    if (file && consumedBytes(file) >= bytes) delivery.isSentWhole = true;
    file?.destroy();
  }
}

/** Bytes read from the stream and sent; the stream's `end` event often comes only after the response. */
function consumedBytes(file: ReadStream | null): number {
  return file ? file.bytesRead - file.readableLength : 0;
}

function requireSuccess(status: number, retryAfter: string | string[] | undefined): void {
  if (status >= 200 && status < 300) return;
  const answered = `The webhook answered with status ${status}`;
  if (status === 429) throw new SaveProblem(`${answered}.`, 'saveRateLimited', seconds(retryAfter));
  if (status === 401 || status === 403) throw new SaveProblem(`${answered}.`, 'saveRefused');
  const isRedirect = status >= 300 && status < 400;
  throw new SaveProblem(isRedirect ? `${answered}, a redirect. Redirects are not followed.` : `${answered}.`);
}

function seconds(retryAfter: string | string[] | undefined): number | undefined {
  return typeof retryAfter === 'string' && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) : undefined;
}
