/**
 * The faults of the emulated Airtable by name, for tests (`{ ...airtableFaults.reset, times: 1 }`) and for
 * `POST /_emulator/faults`. Each affects every call until the faults are cleared, unless it says otherwise.
 */
import type { Fault } from '../emulator-server.ts';
import { transportFaults } from '../transport-faults.ts';
import { type AirtableRefusal, refusals } from './airtable-refusal.ts';

const refused = ({ answer: { status, body } }: AirtableRefusal): Fault => ({
  act: { kind: 'answer', status, body },
});

const transport = {
  ...transportFaults,
  serverError: { act: { kind: 'answer', status: 500, body: { error: { type: 'SERVER_ERROR' } } } },
  badGateway: {
    act: { kind: 'answer', status: 502, body: '<html><body><h1>502 Bad Gateway</h1></body></html>' },
  },
} as const satisfies Record<string, Fault>;

export const airtableFaults = {
  ...transport,
  rateLimit: refused(refusals.rateLimit()),
  rateLimitDocumented: refused(refusals.rateLimitDocumented()),
  billingLimit: refused(refusals.billingLimit()),
  retriableError: {
    act: {
      kind: 'answer',
      status: 503,
      headers: { 'retry-after': '1' },
      body: {
        error: {
          type: 'RETRIABLE_ERROR',
          message:
            'Server encountered an error while processing your request, and it is safe to retry the request',
        },
      },
    },
  },
  /** Once, on a page that is not the first. */
  iteratorLost: { on: 'offset=', times: 1, ...refused(refusals.iteratorLost()) },
  unauthorized: refused(refusals.unauthorized()),
} as const satisfies Record<string, Fault>;

export const airtableOAuthFaults = {
  ...transport,
  invalidGrant: {
    act: {
      kind: 'answer',
      status: 400,
      body: { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' },
    },
  },
  /** Another refresh of the same token is in progress. */
  conflict: {
    act: { kind: 'answer', status: 409, body: { error: 'conflict', error_description: 'Please retry.' } },
  },
} as const satisfies Record<string, Fault>;
