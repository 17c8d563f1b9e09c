/** What the emulated Stripe holds: its objects by id, its clock, and the events that it has to tell. */
import { randomBytes } from 'node:crypto';
import { missing } from './stripe-error.ts';
import type {
  Customer,
  Invoice,
  PortalSession,
  Price,
  Product,
  Schedule,
  Session,
  StripeEvent,
  Subscription,
} from './stripe-objects.ts';

/** The version that the official client asks for. */
export const apiVersion = '2026-10-28.endive';

export class StripeWorld {
  readonly customers = new Map<string, Customer>();
  readonly products = new Map<string, Product>();
  readonly prices = new Map<string, Price>();
  readonly sessions = new Map<string, Session>();
  readonly portals = new Map<string, PortalSession>();
  readonly subscriptions = new Map<string, Subscription>();
  readonly invoices = new Map<string, Invoice>();
  readonly schedules = new Map<string, Schedule>();
  /** Oldest first. */
  readonly events: StripeEvent[] = [];
  /** Customers whose card is declined. */
  readonly declining = new Set<string>();
  /** Called with every event as it happens. */
  onEvent: (event: StripeEvent) => void = () => undefined;
  origin = '';
  #seconds: number;
  #count = 0;
  /** No id is given twice, by another emulator neither: a service takes each event once. */
  readonly #mark = randomBytes(4).toString('hex');

  constructor(startsAt: number) {
    this.#seconds = Math.floor(startsAt / 1_000);
  }

  /** Seconds since 1970, as in every object. */
  get now(): number {
    return this.#seconds;
  }

  moveTo(seconds: number): void {
    this.#seconds = Math.max(this.#seconds, seconds);
  }

  id(prefix: string): string {
    this.#count += 1;
    return `${prefix}_${this.#mark}${String(this.#count).padStart(8, '0')}`;
  }

  /** Tells about an object as it is now. */
  tell(type: string, object: object): void {
    const event: StripeEvent = {
      id: this.id('evt'),
      object: 'event',
      api_version: apiVersion,
      created: this.now,
      data: { object: structuredClone(object) },
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type,
    };
    this.events.push(event);
    this.onEvent(event);
  }

  /** Any object that an id in a field of another may stand for. */
  find(id: string): object | undefined {
    const all = [
      this.customers,
      this.products,
      this.prices,
      this.subscriptions,
      this.invoices,
      this.schedules,
    ];
    return all.map((objects) => objects.get(id)).find((object) => object !== undefined);
  }
}

export function requireObject<T>(objects: ReadonlyMap<string, T>, kind: string, id: string): T {
  const found = objects.get(id);
  if (!found) throw missing(kind, id);
  return found;
}
