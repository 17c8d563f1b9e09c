/**
 * Errors of the emulated Google in the format of each API: Sheets returns code, message and status; Drive adds
 * `errors` with a reason and often omits the status.
 */
import type { EmulatedAnswer } from '../emulator-server.ts';

export interface ProblemFacts {
  readonly code: number;
  readonly message: string;
  /** Google's status code, such as `INVALID_ARGUMENT`. */
  readonly status?: string;
  /** Drive's reason, such as `notFound`. */
  readonly reason?: string;
  /** Drive's locationType and location: `['parameter', 'fileId']`. */
  readonly location?: readonly [type: string, name: string];
  readonly details?: readonly object[];
  /** True if Drive includes the status too, as in errors from its API gateway. */
  readonly atTheDoor?: boolean;
}

export class GoogleProblem extends Error {
  readonly facts: ProblemFacts;

  constructor(facts: ProblemFacts) {
    super(facts.message);
    this.facts = facts;
  }
}

export function sheetsAnswer({ code, message, status, details }: ProblemFacts): EmulatedAnswer {
  return {
    status: code,
    ...doorHeaders(code),
    body: { error: { code, message, status: status ?? 'INVALID_ARGUMENT', ...(details && { details }) } },
  };
}

export function driveAnswer(facts: ProblemFacts): EmulatedAnswer {
  const { code, message, status, reason, location, details, atTheDoor } = facts;
  const place = location && { locationType: location[0], location: location[1] };
  const errors = [{ message, domain: 'global', reason: reason ?? 'badRequest', ...place }];
  return {
    status: code,
    ...doorHeaders(code),
    body: { error: { code, message, errors, ...(atTheDoor && { status, details }) } },
  };
}

function doorHeaders(code: number): Pick<EmulatedAnswer, 'headers'> {
  if (code !== 401) return {};
  return {
    headers: { 'www-authenticate': 'Bearer realm="https://accounts.google.com/", error="invalid_token"' },
  };
}

export function badRequest(message: string): GoogleProblem {
  return new GoogleProblem({ code: 400, message, status: 'INVALID_ARGUMENT', reason: 'badRequest' });
}

export function invalidValue(parameter: string): GoogleProblem {
  return new GoogleProblem({
    code: 400,
    message: 'Invalid Value',
    status: 'INVALID_ARGUMENT',
    reason: 'invalid',
    location: ['parameter', parameter],
  });
}

export function noPermission(): GoogleProblem {
  return new GoogleProblem({
    code: 403,
    message: 'The caller does not have permission',
    status: 'PERMISSION_DENIED',
    reason: 'forbidden',
  });
}

export function fileNotFound(id: string): GoogleProblem {
  return new GoogleProblem({
    code: 404,
    message: `File not found: ${id}.`,
    reason: 'notFound',
    location: ['parameter', 'fileId'],
  });
}

export function entityNotFound(): GoogleProblem {
  return new GoogleProblem({
    code: 404,
    message: 'Requested entity was not found.',
    status: 'NOT_FOUND',
    reason: 'notFound',
  });
}

export function storageQuotaExceeded(): GoogleProblem {
  return new GoogleProblem({
    code: 403,
    message: "The user's Drive storage quota has been exceeded.",
    reason: 'storageQuotaExceeded',
  });
}

export function unauthenticated(tokenGiven: boolean): GoogleProblem {
  const expected =
    'Expected OAuth 2 access token, login cookie or other valid authentication credential. ' +
    'See https://developers.google.com/identity/sign-in/web/devconsole-project.';
  const what = tokenGiven
    ? 'Request had invalid authentication credentials.'
    : 'Request is missing required authentication credential.';
  return new GoogleProblem({
    code: 401,
    message: `${what} ${expected}`,
    status: 'UNAUTHENTICATED',
    reason: tokenGiven ? 'authError' : 'required',
    location: ['header', 'Authorization'],
    details: [errorInfo(tokenGiven ? 'ACCESS_TOKEN_EXPIRED' : 'CREDENTIALS_MISSING', {})],
    atTheDoor: true,
  });
}

export function insufficientScopes(service: string): GoogleProblem {
  return new GoogleProblem({
    code: 403,
    message: 'Request had insufficient authentication scopes.',
    status: 'PERMISSION_DENIED',
    reason: 'insufficientPermissions',
    details: [errorInfo('ACCESS_TOKEN_SCOPE_INSUFFICIENT', { service })],
    atTheDoor: true,
  });
}

/** `Read` and `per user` give "Read requests per minute per user". */
export function quotaExceeded(kind: 'Read' | 'Write', per: '' | ' per user'): GoogleProblem {
  const service = 'sheets.googleapis.com';
  const limit = `${kind} requests per minute${per}`;
  const consumer = 'project_number:123456789012';
  return new GoogleProblem({
    code: 429,
    message: `Quota exceeded for quota metric '${kind} requests' and limit '${limit}' of service '${service}' for consumer '${consumer}'.`,
    status: 'RESOURCE_EXHAUSTED',
    reason: 'rateLimitExceeded',
    details: [
      errorInfo('RATE_LIMIT_EXCEEDED', {
        service,
        quota_metric: `${service}/${kind.toLowerCase()}_requests`,
      }),
    ],
    atTheDoor: true,
  });
}

function errorInfo(reason: string, metadata: Record<string, string>): object {
  return { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'googleapis.com', metadata };
}
