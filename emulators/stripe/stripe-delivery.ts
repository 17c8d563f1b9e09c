/** Deliveries of events by the emulated Stripe, signed as Stripe signs them: `t=…,v1=…` over time and body. */
import { createHmac } from 'node:crypto';
import type { StripeEvent } from './stripe-objects.ts';

export interface SignedEvent {
  readonly body: string;
  /** For the header `stripe-signature`. */
  readonly signature: string;
}

/** `at` is when it is sent, in seconds since 1970. */
export function signEvent(event: StripeEvent, secret: string, at: number): SignedEvent {
  const body = JSON.stringify(event, null, 2);
  const mark = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
  return { body, signature: `t=${at},v1=${mark}` };
}

export async function postEvent(url: string, { body, signature }: SignedEvent): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
    body,
  });
}
