/**
 * A local Stripe for what the service uses of it: customers, prices, Checkout, subscriptions with prorations and
 * schedules, invoices, the portal, signed events. Time passes when it is told to, and cards are declined when they
 * should be. What it does is held against the official client by a test.
 */
import { type EmulatorServer, serveEmulator } from '../emulator-server.ts';
import { pay } from './stripe-checkout.ts';
import { postEvent, type SignedEvent, signEvent } from './stripe-delivery.ts';
import { attempt, openInvoices } from './stripe-invoices.ts';
import type { Session, StripeEvent } from './stripe-objects.ts';
import { payPage } from './stripe-pay-page.ts';
import { portalPage } from './stripe-portal-page.ts';
import { stripeRequests } from './stripe-requests.ts';
import { advance } from './stripe-time.ts';
import { StripeWorld } from './stripe-world.ts';

export interface StripeEmulator extends AsyncDisposable {
  readonly server: EmulatorServer;
  readonly world: StripeWorld;
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** Moves its clock, in milliseconds since 1970; terms end and invoices are charged on the way. */
  advanceTo(moment: number): void;
  /** The customer pays in a session, given its id or address. */
  pay(session: string): Session;
  /** The customer pays what is open, with a card that is good. */
  payOpen(customer: string): void;
  sign(event: StripeEvent): SignedEvent;
  /** Posts every event to this address as it happens; undefined for none. */
  deliverTo(url: string | undefined): void;
  close(): Promise<void>;
}

/** With `now` its clock stands there until it is moved; otherwise it is the real one. */
export async function startStripeEmulator(
  options: { readonly port?: number; readonly now?: number } = {},
): Promise<StripeEmulator> {
  const isHeld = options.now !== undefined;
  const world = new StripeWorld(options.now ?? Date.now());
  const secretKey = 'sk_test_emulated0000000000000000';
  const webhookSecret = 'whsec_emulated00000000000000000000';
  const answer = stripeRequests(world, secretKey);
  const server = await serveEmulator({
    port: options.port,
    namedFaults: {
      unavailable: {
        act: { kind: 'answer', status: 500, body: { error: { type: 'api_error', message: 'Sorry' } } },
      },
      rateLimited: {
        act: {
          kind: 'answer',
          status: 429,
          body: { error: { type: 'invalid_request_error', code: 'rate_limit' } },
        },
      },
    },
    answer: (call) => {
      if (!isHeld) advance(world, Math.floor(Date.now() / 1_000));
      if (call.path.startsWith('/c/pay/')) return payPage(world, call);
      return call.path.startsWith('/p/session/') ? portalPage(world, call) : answer(call);
    },
  });
  world.origin = server.origin;
  const sign = (event: StripeEvent): SignedEvent => signEvent(event, webhookSecret, world.now);
  return {
    server,
    world,
    secretKey,
    webhookSecret,
    advanceTo: (moment) => advance(world, Math.floor(moment / 1_000)),
    pay: (session) => pay(world, session.split('/').at(-1) ?? ''),
    payOpen: (customer) => {
      world.declining.delete(customer);
      for (const invoice of openInvoices(world, customer)) attempt(world, invoice);
    },
    sign,
    deliverTo: (url) => {
      world.onEvent = (event) => {
        const now = Math.floor(Date.now() / 1_000);
        if (url !== undefined)
          void postEvent(url, signEvent(event, webhookSecret, now)).catch(() => undefined);
      };
    },
    close: () => server.close(),
    [Symbol.asyncDispose]: () => server.close(),
  };
}
