/**
 * Notion's errors: a status, an error code, a message and sometimes additional data.
 */
import type { EmulatedAnswer } from '../emulator-server.ts';

export class NotionError extends Error {
  override readonly name = 'NotionError';
  readonly status: number;
  readonly code: string;
  readonly additionalData: Record<string, unknown> | undefined;
  readonly retryAfter: number | undefined;

  constructor(
    status: number,
    code: string,
    message: string,
    more: { additionalData?: Record<string, unknown>; retryAfter?: number } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.additionalData = more.additionalData;
    this.retryAfter = more.retryAfter;
  }
}

export function errorAnswer(error: NotionError, requestId: string): EmulatedAnswer {
  return {
    status: error.status,
    headers: {
      ...requestHeaders(requestId),
      ...(error.retryAfter !== undefined && { 'retry-after': String(error.retryAfter) }),
    },
    body: {
      object: 'error',
      status: error.status,
      code: error.code,
      message: error.message,
      ...(error.additionalData && { additional_data: error.additionalData }),
      request_id: requestId,
    },
  };
}

export function requestHeaders(requestId: string): Record<string, string> {
  return { 'x-notion-request-id': requestId, 'cf-ray': `${requestId.replaceAll('-', '').slice(0, 16)}-FRA` };
}

export function invalid(message: string): NotionError {
  return new NotionError(400, 'validation_error', message);
}

export function invalidUrl(): NotionError {
  return new NotionError(400, 'invalid_request_url', 'Invalid request URL.');
}

export function notFound(what: 'page' | 'database' | 'data_source', id: string): NotionError {
  const help = 'Make sure the relevant pages and databases are shared with your integration.';
  return new NotionError(404, 'object_not_found', `Could not find ${what} with ID: ${id}. ${help}`);
}
