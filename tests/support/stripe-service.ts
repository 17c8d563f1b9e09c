/** A service whose owners pay at the emulated Stripe, both with the clock that the test holds. */
import { postEvent } from '../../emulators/stripe/stripe-delivery.ts';
import { type StripeEmulator, startStripeEmulator } from '../../emulators/stripe/stripe-emulator.ts';
import type { StripeEvent } from '../../emulators/stripe/stripe-objects.ts';
import { closeContext, openContext } from '../../src/app-context.ts';
import { workOffDueSubscriptions } from '../../src/billing/due-subscriptions.ts';
import { readConfig } from '../../src/config/config.ts';
import { openLog } from '../../src/logging/log.ts';
import { serviceNow } from './clock.ts';
import { type EngineName, startTestService, type TestService } from './service.ts';

export interface StripeService extends AsyncDisposable {
  readonly service: TestService;
  readonly stripe: StripeEmulator;
  /** Moves both clocks. */
  moveTo(moment: string | number): void;
  /** Delivers an event once more, or for the first time; answers the status. */
  deliver(event: StripeEvent): Promise<number>;
  /** Delivers, in their order, all events that have not been delivered by this. */
  deliverNew(): Promise<void>;
  /** The owner chooses a plan and pays for it. */
  subscribe(email: string, ...options: readonly string[]): Promise<void>;
  customerOf(email: string): Promise<string>;
  /** What the service does by itself every minute. */
  sweep(): Promise<void>;
}

export async function startStripeService(
  engine: EngineName,
  startsAt = '2027-01-10T12:00:00Z',
): Promise<StripeService> {
  const stripe = await startStripeEmulator({ now: Date.parse(startsAt) });
  const service = await startTestService({
    engine,
    ahead: Date.parse(startsAt) - Date.now(),
    environment: {
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      STRIPE_API_URL: stripe.server.origin,
    },
  });
  const config = readConfig(service.environment);
  const context = await openContext(config, openLog('silent'), () => serviceNow(service));
  let delivered = 0;

  async function deliver(event: StripeEvent): Promise<number> {
    stripe.advanceTo(serviceNow(service));
    return (await postEvent(`${service.url}/stripe/events`, stripe.sign(event))).status;
  }

  async function deliverNew(): Promise<void> {
    while (delivered < stripe.world.events.length) {
      const event = stripe.world.events[delivered];
      delivered += 1;
      const status = event ? await deliver(event) : 200;
      if (status !== 200) throw new Error(`${event?.type} got ${status}`);
    }
  }

  return {
    service,
    stripe,
    moveTo: (moment) => {
      const to = typeof moment === 'number' ? Math.floor(moment) : Date.parse(moment);
      service.clock.ahead = to - Date.now();
      stripe.advanceTo(to);
    },
    deliver,
    deliverNew,
    subscribe: async (email, ...options) => {
      stripe.advanceTo(serviceNow(service));
      const { url } = await service.command('plan', 'choose', email, ...options);
      stripe.pay(String(url));
      await deliverNew();
    },
    customerOf: async (email) => {
      const { customer } = await service.database.db
        .selectFrom('subscriptions')
        .innerJoin('accounts', 'accounts.id', 'subscriptions.account_id')
        .select('customer')
        .where('email', '=', email)
        .executeTakeFirstOrThrow();
      return customer ?? '';
    },
    sweep: () => workOffDueSubscriptions(context),
    [Symbol.asyncDispose]: async () => {
      await closeContext(context);
      await service[Symbol.asyncDispose]();
      await stripe.close();
    },
  };
}
