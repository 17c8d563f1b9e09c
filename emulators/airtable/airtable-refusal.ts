/**
 * All errors of the emulated Airtable, with the statuses, types and messages of the real one, in its three body
 * formats.
 */
import type { EmulatedAnswer } from '../emulator-server.ts';

export class AirtableRefusal extends Error {
  override readonly name = 'AirtableRefusal';
  readonly answer: EmulatedAnswer;

  constructor(status: number, body: unknown) {
    super(`${status} ${JSON.stringify(body)}`);
    this.answer = { status, body };
  }
}

export const refusals = {
  authenticationRequired: () => typed(401, 'AUTHENTICATION_REQUIRED', 'Authentication required'),
  unauthorized: () => typed(401, 'UNAUTHORIZED', 'Invalid authentication token'),
  modelNotFound: () =>
    typed(
      403,
      'INVALID_PERMISSIONS_OR_MODEL_NOT_FOUND',
      'Invalid permissions, or the requested model was not found. Check that both your user and your token have the required permissions, and that the model names and/or ids are correct.',
    ),
  invalidPermissions: () =>
    typed(403, 'INVALID_PERMISSIONS', 'You are not permitted to perform this operation'),
  notFound: () => new AirtableRefusal(404, { error: 'NOT_FOUND' }),
  uriTooLong: () => typed(414, 'REQUEST_URI_TOO_LONG'),
  unreadableBody: () => typed(400, 'INVALID_REQUEST_BODY', 'Could not parse request body'),
  invalidRequest: () =>
    typed(
      422,
      'INVALID_REQUEST_UNKNOWN',
      'Invalid request: parameter validation failed. Check your request data.',
    ),
  unknownField: (name: string) => typed(422, 'UNKNOWN_FIELD_NAME', `Unknown field name: "${name}"`),
  unknownView: (name: string) => typed(422, 'VIEW_NAME_NOT_FOUND', `View ${name} not found`),
  invalidFormula: (why: string) =>
    typed(422, 'INVALID_FILTER_BY_FORMULA', `The formula for filtering records is invalid: ${why}`),
  invalidOffset: () => typed(422, 'INVALID_OFFSET_VALUE', 'The value of offset is invalid'),
  iteratorLost: () => typed(422, 'LIST_RECORDS_ITERATOR_NOT_AVAILABLE'),
  rateLimit: () => listed(429, 'RATE_LIMIT_REACHED', 'Rate limit exceeded. Please try again later'),
  /** The same error in the format of the documentation. */
  rateLimitDocumented: () => typed(429, 'RATE_LIMIT_REACHED', 'Rate limit exceeded. Please try again later'),
  billingLimit: () =>
    listed(
      429,
      'PUBLIC_API_BILLING_LIMIT_EXCEEDED',
      "API billing plan limit exceeded. You've reached the maximum number of requests allowed for this month.",
    ),
} as const;

function typed(status: number, type: string, message?: string): AirtableRefusal {
  return new AirtableRefusal(status, { error: { type, ...(message !== undefined && { message }) } });
}

function listed(status: number, error: string, message: string): AirtableRefusal {
  return new AirtableRefusal(status, { errors: [{ error, message }] });
}
