/** The objects of the emulated Stripe, with the fields of its API reference that clients of ours may read. */

export type Metadata = Record<string, string>;

export interface StripeObject {
  readonly id: string;
  readonly object: string;
}

export interface Customer extends StripeObject {
  readonly object: 'customer';
  readonly email: string | null;
  readonly created: number;
  readonly livemode: false;
  metadata: Metadata;
}

export interface Price extends StripeObject {
  readonly object: 'price';
  readonly active: boolean;
  readonly created: number;
  readonly currency: string;
  readonly livemode: false;
  readonly lookup_key: string | null;
  readonly metadata: Metadata;
  readonly product: string;
  readonly recurring: { readonly interval: 'month' | 'year'; readonly interval_count: 1 };
  readonly type: 'recurring';
  readonly unit_amount: number;
}

export interface Product extends StripeObject {
  readonly object: 'product';
  readonly active: true;
  readonly created: number;
  readonly name: string;
}

export interface Session extends StripeObject {
  readonly object: 'checkout.session';
  readonly amount_total: number;
  readonly cancel_url: string | null;
  readonly client_reference_id: string | null;
  readonly created: number;
  readonly currency: string;
  readonly customer: string;
  readonly expires_at: number;
  readonly livemode: false;
  readonly metadata: Metadata;
  readonly mode: 'subscription' | 'payment';
  payment_status: 'unpaid' | 'paid';
  status: 'open' | 'complete' | 'expired';
  subscription: string | null;
  readonly success_url: string | null;
  url: string | null;
}

export interface PortalSession extends StripeObject {
  readonly object: 'billing_portal.session';
  readonly created: number;
  readonly customer: string;
  readonly livemode: false;
  readonly return_url: string;
  readonly url: string;
}

export interface SubscriptionItem extends StripeObject {
  readonly object: 'subscription_item';
  readonly created: number;
  readonly quantity: 1;
  readonly subscription: string;
  price: Price;
  current_period_start: number;
  current_period_end: number;
}

export type SubscriptionStatus = 'active' | 'past_due' | 'canceled';

export interface Subscription extends StripeObject {
  readonly object: 'subscription';
  readonly collection_method: 'charge_automatically';
  readonly created: number;
  readonly currency: string;
  readonly customer: string;
  readonly livemode: false;
  readonly start_date: number;
  readonly items: {
    readonly object: 'list';
    readonly data: readonly [SubscriptionItem];
    readonly has_more: false;
    readonly url: string;
  };
  billing_cycle_anchor: number;
  cancel_at: number | null;
  cancel_at_period_end: boolean;
  canceled_at: number | null;
  ended_at: number | null;
  latest_invoice: string | null;
  metadata: Metadata;
  schedule: string | null;
  status: SubscriptionStatus;
}

export interface Invoice extends StripeObject {
  readonly object: 'invoice';
  readonly amount_due: number;
  readonly billing_reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update';
  readonly created: number;
  readonly currency: string;
  readonly customer: string;
  readonly livemode: false;
  readonly parent: {
    readonly type: 'subscription_details';
    readonly quote_details: null;
    readonly subscription_details: { readonly subscription: string; readonly metadata: Metadata };
  };
  readonly total: number;
  amount_paid: number;
  attempt_count: number;
  status: 'draft' | 'open' | 'paid' | 'void';
  status_transitions: { finalized_at: number | null; paid_at: number | null };
}

export interface SchedulePhase {
  readonly start_date: number;
  readonly end_date: number;
  readonly items: readonly { readonly price: string; readonly quantity: number }[];
  readonly metadata: Metadata;
  readonly proration_behavior: string;
}

export interface Schedule extends StripeObject {
  readonly object: 'subscription_schedule';
  readonly created: number;
  readonly customer: string;
  readonly livemode: false;
  current_phase: { readonly start_date: number; readonly end_date: number } | null;
  end_behavior: string;
  metadata: Metadata;
  phases: readonly SchedulePhase[];
  released_at: number | null;
  status: 'active' | 'released' | 'canceled';
  subscription: string | null;
}

export interface StripeEvent extends StripeObject {
  readonly object: 'event';
  readonly api_version: string;
  readonly created: number;
  readonly data: { readonly object: unknown };
  readonly livemode: false;
  readonly pending_webhooks: number;
  readonly request: { readonly id: string | null; readonly idempotency_key: string | null };
  readonly type: string;
}
