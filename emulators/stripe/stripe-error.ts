/** Refusals of the emulated Stripe, in the form of its API reference. */
import type { EmulatedAnswer } from '../emulator-server.ts';

const types = {
  api_key: { status: 401, type: 'invalid_request_error' },
  card: { status: 402, type: 'card_error' },
  idempotency: { status: 400, type: 'idempotency_error' },
  invalid: { status: 400, type: 'invalid_request_error' },
  missing: { status: 404, type: 'invalid_request_error' },
} as const;

interface RefusalDetails {
  readonly code?: string;
  readonly param?: string;
  readonly declineCode?: string;
}

export class StripeRefusal extends Error {
  override readonly name = 'StripeRefusal';
  readonly kind: keyof typeof types;
  readonly details: RefusalDetails;

  constructor(kind: keyof typeof types, message: string, details: RefusalDetails = {}) {
    super(message);
    this.kind = kind;
    this.details = details;
  }
}

export function missing(kind: string, id: string): StripeRefusal {
  return new StripeRefusal('missing', `No such ${kind}: '${id}'`, { code: 'resource_missing', param: 'id' });
}

export function declined(): StripeRefusal {
  const details = { code: 'card_declined', declineCode: 'generic_decline' };
  return new StripeRefusal('card', 'Your card was declined.', details);
}

export function refusalAnswer({ kind, message, details }: StripeRefusal): EmulatedAnswer {
  const { status, type } = types[kind];
  const { code, param, declineCode } = details;
  const error = {
    type,
    message,
    ...(code !== undefined && { code, doc_url: `https://docs.stripe.com/error-codes/${code}` }),
    ...(param !== undefined && { param }),
    ...(declineCode !== undefined && { decline_code: declineCode }),
  };
  return { status, body: { error } };
}
