/**
 * An export on its way to the client: Content-Type and filename of 4.7, a policy under which no cell can act,
 * compressed if the client takes that, streamed with back-pressure. It is written straight to the connection:
 * at some thousand hits a second every layer in between counts.
 */
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyReply } from 'fastify';
import { contentDisposition } from '../content-disposition.ts';
import { isWhole } from '../export/answer.ts';
import { ClientGoneError } from '../export/client.ts';
import type { PlannedExport } from '../export/plan-export.ts';
import type { Rendered } from '../export/render.ts';
import { allFormats } from '../formats/all-formats.ts';
import type { Format } from '../formats/format.ts';
import { chooseCoding, compressor } from './accept-encoding.ts';
import { pagePolicy } from './page-policy.ts';
import { commonHeaders } from './responses.ts';

/** Below this a compressed body is hardly smaller. */
const worthCompressing = 1_024;

const noPagePolicy = pagePolicy('none', '');

/** Ends when the last byte is handed over, or the client has gone. */
export async function sendExport(reply: FastifyReply, answer: Rendered): Promise<void> {
  const { raw } = reply.hijack();
  const { body } = answer;
  const headers = exportHeaders(reply, answer, answer.nonce);
  const length = wholeLength(body);
  const coding =
    length !== undefined && length < worthCompressing
      ? undefined
      : chooseCoding(reply.request.headers['accept-encoding']);
  if (length !== undefined && coding === undefined) {
    headers['content-length'] = length;
    raw.writeHead(200, headers);
    sendWhole(raw, body, length);
    return;
  }
  if (coding) headers['content-encoding'] = coding;
  raw.writeHead(200, headers);
  const pieces = isWhole(body) ? [body] : body;
  if (coding) await pipeline(Readable.from(pieces), compressor(coding), raw);
  else await sendPieces(raw, pieces);
}

async function sendPieces(
  raw: ServerResponse,
  pieces: AsyncIterable<Piece> | Iterable<Piece>,
): Promise<void> {
  for await (const piece of pieces) if (!raw.write(piece)) await drained(raw);
  raw.end();
}

/** The system has taken what was written, or the client has gone. */
function drained(raw: ServerResponse): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const cutOff = (): void => reject(new ClientGoneError());
  if (raw.destroyed) cutOff();
  raw.once('drain', resolve).once('close', cutOff);
  return promise.finally(() => raw.off('drain', resolve).off('close', cutOff));
}

type Piece = string | Uint8Array;

type Body = Rendered['body'];

function wholeLength(body: Body): number | undefined {
  return isWhole(body) ? Buffer.byteLength(body) : undefined;
}

/** A text of ASCII alone leaves in one piece with its headers, without being turned into bytes first. */
function sendWhole(raw: ServerResponse, body: Body, length: number): void {
  if (typeof body === 'string') raw.end(Buffer.from(body, length === body.length ? 'latin1' : 'utf8'));
  else raw.end(body);
}

/** The headers of an export without its data. */
export function sendHead(reply: FastifyReply, planned: PlannedExport): void {
  reply
    .hijack()
    .raw.writeHead(200, exportHeaders(reply, planned, ''))
    .end();
}

type Headers = Record<string, string | number>;

function exportHeaders(
  reply: FastifyReply,
  { type, filename }: Pick<PlannedExport, 'type' | 'filename'>,
  nonce: string,
): Headers {
  const { contentType, disposition, page }: Format = allFormats[type];
  return {
    'content-type': contentType,
    'content-disposition': contentDisposition(disposition, filename),
    'content-security-policy': page ? pagePolicy(page, nonce) : noPagePolicy,
    vary: 'Accept-Encoding',
    'x-request-id': reply.request.id,
    ...commonHeaders,
  };
}
