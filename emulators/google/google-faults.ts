/**
 * The faults of the emulated Google by name, each with Google's own message, for tests
 * (`{ ...googleFaults.unavailable, times: 2 }`) and for `POST /_emulator/faults`. Each affects every call until the
 * faults are cleared, unless it says otherwise.
 */
import type { EmulatedAnswer, Fault } from '../emulator-server.ts';
import { transportFaults } from '../transport-faults.ts';
import {
  driveAnswer,
  entityNotFound,
  insufficientScopes,
  noPermission,
  quotaExceeded,
  sheetsAnswer,
  unauthenticated,
} from './google-problem.ts';

const sheets = '/v4/spreadsheets';
const drive = '/drive/v3/files';
const session = 'upload_id=';
const unavailable = 'The service is currently unavailable.';

export const googleFaults = {
  ...transportFaults,
  rateLimit: answering(sheetsAnswer(quotaExceeded('Read', ' per user').facts), sheets),
  projectRateLimit: answering(sheetsAnswer(quotaExceeded('Read', '').facts), sheets),
  writeRateLimit: answering(sheetsAnswer(quotaExceeded('Write', ' per user').facts), sheets),
  driveRateLimit: answering(
    driveAnswer({ code: 403, message: 'User Rate Limit Exceeded', reason: 'userRateLimitExceeded' }),
    drive,
  ),
  serverError: answering(
    sheetsAnswer({ code: 500, status: 'INTERNAL', message: 'Internal error encountered.' }),
  ),
  unavailable: answering(sheetsAnswer({ code: 503, status: 'UNAVAILABLE', message: unavailable })),
  driveUnavailable: answering(
    driveAnswer({ code: 503, message: unavailable, reason: 'backendError' }),
    drive,
  ),
  unauthorized: answering(sheetsAnswer(unauthenticated(true).facts)),
  forbidden: answering(sheetsAnswer(noPermission().facts)),
  insufficientScopes: answering(sheetsAnswer(insufficientScopes('sheets.googleapis.com').facts)),
  notFound: answering(sheetsAnswer(entityNotFound().facts)),
  /** Once, on the second request to an upload session. */
  chunkFails: { ...answering(plain(503, 'Service Unavailable'), session), skip: 1, times: 1 },
  /** Once, on the second request to an upload session: the chunk is stored, but the response is lost. */
  chunkAnswerLost: { on: session, skip: 1, times: 1, act: { kind: 'cut', bytes: 0 } },
  /** Once, on the first request to an upload session. */
  sessionLost: { ...answering(plain(404, 'Not Found'), session), times: 1 },
} as const satisfies Record<string, Fault>;

export const googleOauthFaults = {
  ...transportFaults,
  invalidGrant: answering(
    {
      status: 400,
      body: { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' },
    },
    'POST /token',
  ),
  serverError: answering({ status: 500, body: { error: 'internal_failure' } }),
  unavailable: answering({
    status: 503,
    body: '<!doctype html><title>Error 503 (Service Unavailable)</title>',
  }),
} as const satisfies Record<string, Fault>;

function answering({ status, headers, body }: EmulatedAnswer, on?: string): Fault {
  const act = { kind: 'answer' as const, status, body, ...(headers && { headers: { ...headers } }) };
  return { ...(on && { on }), act };
}

function plain(status: number, body: string): EmulatedAnswer {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8' }, body };
}
