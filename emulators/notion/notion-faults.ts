/**
 * The faults of Notion by name. Each except the lost cursor affects all calls until the faults are cleared; a test
 * can narrow one with `on`, `skip` and `times`.
 */
import type { Fault } from '../emulator-server.ts';
import { transportFaults } from '../transport-faults.ts';
import { errorAnswer, invalid, NotionError } from './notion-error.ts';

const requestId = '0f000000-0000-4000-8000-00000000fa17';

const unavailableText = 'Public API service is temporarily unavailable, please try again later.';

export const notionFaults = {
  rateLimit: refused(limited(1, 'connection')),
  longRateLimit: refused(limited(90, 'workspace')),
  overload: refused(
    new NotionError(529, 'service_overload', 'Notion is overloaded. Please try again later.', {
      retryAfter: 1,
    }),
  ),
  serverError: refused(new NotionError(500, 'internal_server_error', 'Unexpected error occurred.')),
  unavailable: refused(new NotionError(503, 'service_unavailable', unavailableText)),
  databaseUnavailable: refused(
    new NotionError(
      503,
      'database_connection_unavailable',
      'Notion database is unavailable, please try again later.',
    ),
  ),
  gatewayTimeout: refused(new NotionError(504, 'gateway_timeout', 'The request took too long to process.')),
  conflict: refused(
    new NotionError(409, 'conflict_error', 'Conflict occurred while saving. Please try again.'),
  ),
  unauthorized: refused(new NotionError(401, 'unauthorized', 'API token is invalid.')),
  restricted: refused(
    new NotionError(403, 'restricted_resource', 'Insufficient permissions for this endpoint.'),
  ),
  badCursor: {
    on: '/query',
    skip: 1,
    times: 1,
    ...refused(invalid('The start_cursor provided is invalid: expired')),
  },
  cloudflareBlocked: edgePage(403, 'Sorry, you have been blocked'),
  cloudflareBadGateway: edgePage(502, '502 Bad gateway'),
  ...transportFaults,
} satisfies Readonly<Record<string, Fault>>;

export function limited(retryAfter: number, reason: string): NotionError {
  return new NotionError(
    429,
    'rate_limited',
    'You have been rate limited. Please try again in a few minutes.',
    {
      retryAfter,
      additionalData: { rate_limit_reason: reason },
    },
  );
}

function refused(error: NotionError): { act: Fault['act'] } {
  const { status, headers, body } = errorAnswer(error, requestId);
  return { act: { kind: 'answer', status, headers: { ...headers }, body } };
}

/** A response from the CDN edge: an HTML page instead of JSON, without a request id. */
function edgePage(status: number, heading: string): { act: Fault['act'] } {
  const body = `<!DOCTYPE html><html><head><title>Cloudflare</title></head><body><h1>${heading}</h1></body></html>`;
  const headers = {
    'content-type': 'text/html; charset=UTF-8',
    server: 'cloudflare',
    'cf-ray': '8a1b2c3d4e5f6071-FRA',
  };
  return { act: { kind: 'answer', status, headers, body } };
}
