/**
 * Sends an export: Content-Type and filename, a Content-Security-Policy under which no cell can run script,
 * compression if the client accepts it, streaming with back-pressure. Writes directly to the socket, because at
 * thousands of hits per second every layer in between is measurable.
 */
import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import { contentDisposition } from '../base/content-disposition.ts';
import { contentType } from '../base/content-type.ts';
import { isWhole, type Pieces } from '../export/answer.ts';
import { type Client, ClientGoneError } from '../export/client.ts';
import { compressed } from '../export/content-coding.ts';
import type { PlannedExport } from '../export/plan-export.ts';
import type { Rendered } from '../export/render.ts';
import { allFormats } from '../formats/all-formats.ts';
import type { Format } from '../formats/format.ts';
import { pagePolicy } from './page-policy.ts';
import { commonHeaders } from './responses.ts';

/** In bytes; compressing a shorter body saves almost nothing. */
const worthCompressing = 1_024;

const noPagePolicy = pagePolicy('none', '');
const viewedPolicy = pagePolicy('viewed', '');

interface Sent {
  bytes: number;
}

/** Resolves when the last byte has been passed to the socket; rejects if the client disconnects first. */
export async function sendExport(
  reply: FastifyReply,
  answer: Rendered,
  client: Client,
  sent: Sent,
): Promise<void> {
  const { raw } = reply.hijack();
  const { body } = answer;
  const headers = exportHeaders(reply, answer, answer.nonce);
  const length = wholeLength(body);
  const isShort = length !== undefined && length < worthCompressing;
  const coding = answer.coding ?? (isShort ? undefined : client.coding);
  if (isWhole(body) && length !== undefined && coding === undefined) {
    headers['content-length'] = length;
    raw.writeHead(200, headers);
    sendWhole(raw, body, length);
    sent.bytes = length;
    return;
  }
  if (coding) headers['content-encoding'] = coding;
  raw.writeHead(200, headers);
  const pieces = isWhole(body) ? onePiece(body) : body;
  await sendPieces(raw, coding && answer.coding === undefined ? compressed(pieces, coding) : pieces, sent);
}

async function* onePiece(body: Piece): AsyncGenerator<Piece> {
  yield body;
}

/** Each piece is handed to the system before the next but one is made, which may reuse its buffer. */
async function sendPieces(raw: ServerResponse, pieces: Pieces, sent: Sent): Promise<void> {
  let sending = Promise.resolve();
  for await (const piece of pieces) {
    await sending;
    sending = sendPiece(raw, piece, sent);
    // Awaited with the next piece: until then a failure has no other listener.
    sending.catch(() => {});
  }
  await sending;
  raw.end();
}

function sendPiece(raw: ServerResponse, piece: Piece, sent: Sent): Promise<void> {
  return new Promise((resolve, reject) => {
    const cutOff = (): void => reject(new ClientGoneError());
    // Its buffer may be another piece's by the time that it is sent.
    const length = Buffer.byteLength(piece);
    raw.once('close', cutOff);
    raw.write(piece, (error) => {
      raw.off('close', cutOff);
      if (error) return reject(error);
      sent.bytes += length;
      resolve();
    });
  });
}

type Piece = string | Uint8Array;

type Body = Rendered['body'];

function wholeLength(body: Body): number | undefined {
  return isWhole(body) ? Buffer.byteLength(body) : undefined;
}

/** ASCII text is encoded as latin1, which gives the same bytes as UTF-8 and is faster; a short one goes with its headers. */
function sendWhole(raw: ServerResponse, body: Piece, length: number): void {
  if (typeof body !== 'string') raw.end(body);
  else if (length === body.length) raw.end(body, 'latin1');
  else raw.end(Buffer.from(body));
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
  const { contentType: mediaType, disposition, page, isViewed }: Format = allFormats[type];
  return {
    'content-type': contentType(mediaType),
    'content-disposition': contentDisposition(disposition, filename),
    'content-security-policy': page ? pagePolicy(page, nonce) : isViewed ? viewedPolicy : noPagePolicy,
    vary: 'Accept-Encoding',
    'x-request-id': reply.request.id,
    ...commonHeaders,
  };
}
