/**
 * The body of an error and its reason in the log (contract 7.1), and what every answer carries: it may be read from any
 * origin and can act on none.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import { helpAddress, ServiceError } from '../errors/errors.ts';
import { toServiceError } from '../storage/state-failure.ts';
import { ignoredParametersHeader } from './ignored-parameters.ts';
import { docsPageHeaders, pagePolicy } from './page-policy.ts';
import { errorPage, isNavigation } from './routes/error-page.ts';

/** On every answer of the export routes, errors too. */
export const commonHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': `Content-Disposition, Retry-After, ${ignoredParametersHeader}, X-Request-Id`,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

const noPagePolicy = pagePolicy('none', '');

const failures = new WeakMap<FastifyRequest, ServiceError>();

const maxReasonLength = 200;

/** Why a request failed, for its log line: the key of the error, and what `data` says where that is no secret. */
export function failureReason(request: FastifyRequest): { error?: string; data?: string } {
  const failure = failures.get(request);
  if (!failure) return {};
  const { key, status, data } = failure;
  const told = [400, 409, 423].includes(status) || status >= 500;
  return { error: key, ...(told && data !== undefined && { data: data.slice(0, maxReasonLength) }) };
}

export function failureOf(request: FastifyRequest): ServiceError | undefined {
  return failures.get(request);
}

/** As a page for a person who has opened the address, as JSON for everybody else. */
export function sendError(reply: FastifyReply, error: ServiceError, config: Config): FastifyReply {
  const { request } = reply;
  failures.set(request, error);
  if (error.status === 401) reply.header('www-authenticate', 'Bearer');
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(error.retryAfterSeconds));
  const body = errorBody(error, config.docsUrl);
  const isPage = isNavigation(request);
  return reply
    .status(error.status)
    .headers({
      ...(isPage ? docsPageHeaders : { 'content-security-policy': noPagePolicy }),
      ...commonHeaders,
      vary: 'Sec-Fetch-Dest',
      'x-request-id': request.id,
    })
    .send(isPage ? errorPage(request, error, body, config) : body);
}

export function errorBody(error: ServiceError, docsUrl: string): Readonly<Record<string, string>> {
  return {
    error: cut(error.message),
    ...(error.data !== undefined && { data: cut(error.data) }),
    ...(error.advice !== undefined && { message: cut(error.advice) }),
    help: helpAddress(docsUrl, error.key),
  };
}

/** As long as an address can be: what is quoted from one stays whole. */
const maxTextLength = 16_384;

function cut(text: string): string {
  return text.length <= maxTextLength ? text : `${text.slice(0, maxTextLength)}…`;
}

/** Anything that is not an error of ours becomes one that tells nothing about the inside. */
export function toResponseError(error: unknown): ServiceError {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  const isMistaken =
    !(error instanceof ServiceError) && typeof status === 'number' && status >= 400 && status < 500;
  if (!isMistaken) return toServiceError(error);
  return new ServiceError(status === 413 ? 'bodyTooLarge' : 'requestMalformed', { cause: error });
}
