/**
 * What leaves the service: an export with its Content-Type and filename (4.7), or the body of an error
 * (section 7). Every answer may be read from any origin and can act on none.
 */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { type ErrorKey, ServiceError } from '../errors.ts';
import type { AllowedExport, ExportOutcome } from '../export/run-export.ts';
import { allFormats, type FormatName } from '../formats/all-formats.ts';
import { contentDisposition } from './content-disposition.ts';
import { type PageKind, pagePolicy } from './page-policy.ts';

/** On every answer of the export routes, errors too. */
export const commonHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Content-Disposition, Retry-After, X-Request-Id',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

const pageKinds: Partial<Record<FormatName, PageKind>> = {
  html_table: 'still',
  excel_web_query: 'still',
  dynamic_table: 'interactive',
};

const noPagePolicy = pagePolicy('none', '');

export function sendExport(reply: FastifyReply, outcome: ExportOutcome): FastifyReply {
  setExportHeaders(reply, outcome, outcome.nonce);
  const { body } = outcome;
  if (typeof body === 'string' || body instanceof Uint8Array) return reply.send(asBuffer(body));
  return reply.send(Readable.from(body, { objectMode: false, highWaterMark: 256 * 1024 }));
}

/** The headers of an export without its data. */
export function sendHead(reply: FastifyReply, allowed: AllowedExport): FastifyReply {
  setExportHeaders(reply, allowed, '');
  return reply.send();
}

function setExportHeaders(
  reply: FastifyReply,
  { type, filename }: { readonly type: FormatName; readonly filename: string },
  nonce: string,
): void {
  const kind = pageKinds[type];
  reply.headers(commonHeaders);
  reply.header('content-type', allFormats[type].contentType);
  reply.header('content-disposition', contentDisposition(type === 'csv' ? 'attachment' : 'inline', filename));
  reply.header('content-security-policy', kind ? pagePolicy(kind, nonce) : noPagePolicy);
  reply.header('x-request-id', reply.request.id);
}

export function sendError(reply: FastifyReply, error: ServiceError, docsUrl: string): FastifyReply {
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(error.retryAfterSeconds));
  return reply
    .status(error.status)
    .headers({ ...commonHeaders, 'content-security-policy': noPagePolicy, 'x-request-id': reply.request.id })
    .send({
      error: error.message,
      ...(error.data !== undefined && { data: error.data }),
      help: helpAddress(docsUrl, error.key),
    });
}

export function helpAddress(docsUrl: string, key: ErrorKey): string {
  return `${docsUrl}/errors/${errorPageName(key)}`;
}

/** `objectNotFound` has the page `object-not-found`. */
export function errorPageName(key: ErrorKey): string {
  return key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Anything that is not an error of ours becomes one that tells nothing about the inside. */
export function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  const mistaken = typeof status === 'number' && status >= 400 && status < 500;
  return new ServiceError(mistaken ? 'requestMalformed' : 'unexpected', { cause: error });
}

function asBuffer(body: string | Uint8Array): Buffer {
  return typeof body === 'string'
    ? Buffer.from(body, 'utf8')
    : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
}
