/**
 * An export on its way to the client: Content-Type and filename of 4.7, a policy under which no cell can act,
 * compressed if the client takes that, streamed with back-pressure. It is written straight to the connection:
 * at some thousand hits a second every layer in between counts.
 */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyReply } from 'fastify';
import type { AllowedExport, ExportOutcome } from '../export/run-export.ts';
import { allFormats, type FormatName } from '../formats/all-formats.ts';
import { chooseCoding, compressor } from './accept-encoding.ts';
import { contentDisposition } from './content-disposition.ts';
import { type PageKind, pagePolicy } from './page-policy.ts';
import { commonHeaders } from './responses.ts';

/** Below this a compressed body is hardly smaller. */
const worthCompressing = 1_024;
const streamBuffer = 256 * 1024;

const pageKinds: Partial<Record<FormatName, PageKind>> = {
  html_table: 'still',
  excel_web_query: 'still',
  dynamic_table: 'interactive',
};

const noPagePolicy = pagePolicy('none', '');

/** Ends when the last byte is handed over, or the client has gone. */
export async function sendExport(reply: FastifyReply, outcome: ExportOutcome): Promise<void> {
  const { body } = outcome;
  const { raw } = reply.hijack();
  const headers = exportHeaders(reply, outcome, outcome.nonce);
  const whole = typeof body === 'string' || body instanceof Uint8Array ? asBuffer(body) : undefined;
  const coding =
    whole && whole.byteLength < worthCompressing
      ? undefined
      : chooseCoding(reply.request.headers['accept-encoding']);
  if (coding) headers['content-encoding'] = coding;
  if (whole && !coding) {
    headers['content-length'] = whole.byteLength;
    raw.writeHead(200, headers).end(whole);
    return;
  }
  raw.writeHead(200, headers);
  const pieces = Readable.from(whole ? [whole] : body, { objectMode: false, highWaterMark: streamBuffer });
  await (coding ? pipeline(pieces, compressor(coding), raw) : pipeline(pieces, raw));
}

/** The headers of an export without its data. */
export function sendHead(reply: FastifyReply, allowed: AllowedExport): void {
  reply
    .hijack()
    .raw.writeHead(200, exportHeaders(reply, allowed, ''))
    .end();
}

type Headers = Record<string, string | number>;

function exportHeaders(
  reply: FastifyReply,
  { type, filename }: { readonly type: FormatName; readonly filename: string },
  nonce: string,
): Headers {
  const kind = pageKinds[type];
  return {
    'content-type': allFormats[type].contentType,
    'content-disposition': contentDisposition(type === 'csv' ? 'attachment' : 'inline', filename),
    'content-security-policy': kind ? pagePolicy(kind, nonce) : noPagePolicy,
    vary: 'Accept-Encoding',
    'x-request-id': reply.request.id,
    ...commonHeaders,
  };
}

function asBuffer(body: string | Uint8Array): Buffer {
  if (typeof body === 'string') return Buffer.from(body, 'utf8');
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength);
}
