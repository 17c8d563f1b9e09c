/** Subscription schedules of the emulated Stripe: made from a subscription, with a phase that follows, or released. */
import { z } from 'zod';
import { StripeRefusal } from './stripe-error.ts';
import { type FormValue, formMetadata, formNumber, parameters } from './stripe-form.ts';
import type { Schedule, SchedulePhase, Subscription } from './stripe-objects.ts';
import { monthsAfter } from './stripe-periods.ts';
import { requireObject, type StripeWorld } from './stripe-world.ts';

const createParameters = z.strictObject({ from_subscription: z.string() });

export function createSchedule(world: StripeWorld, form: FormValue): Schedule {
  const { from_subscription: id } = parameters(createParameters, form);
  const subscription = requireObject(world.subscriptions, 'subscription', id);
  if (subscription.schedule !== null) {
    throw new StripeRefusal(
      'invalid',
      'You cannot migrate a subscription that is already attached to a schedule.',
    );
  }
  const [item] = subscription.items.data;
  const phase = { start_date: item.current_period_start, end_date: item.current_period_end };
  const schedule: Schedule = {
    id: world.id('sub_sched'),
    object: 'subscription_schedule',
    created: world.now,
    current_phase: phase,
    customer: subscription.customer,
    end_behavior: 'release',
    livemode: false,
    metadata: {},
    phases: [{ ...phase, items: [{ price: item.price.id, quantity: 1 }], ...plainPhase }],
    released_at: null,
    status: 'active',
    subscription: id,
  };
  world.schedules.set(schedule.id, schedule);
  subscription.schedule = schedule.id;
  world.tell('subscription_schedule.created', schedule);
  return schedule;
}

const plainPhase = { metadata: {}, proration_behavior: 'create_prorations' } as const;

const phaseParameters = z.strictObject({
  items: z.array(z.strictObject({ price: z.string(), quantity: formNumber })),
  start_date: formNumber.optional(),
  end_date: formNumber.optional(),
  duration: z.strictObject({ interval: z.enum(['month', 'year']), interval_count: formNumber }).optional(),
  proration_behavior: z.string().optional(),
});

const updateParameters = z.strictObject({
  end_behavior: z.enum(['release', 'cancel']).optional(),
  metadata: formMetadata.optional(),
  phases: z.array(phaseParameters).optional(),
  proration_behavior: z.string().optional(),
});

export function updateSchedule(world: StripeWorld, id: string, form: FormValue): Schedule {
  const schedule = requireActive(world, id);
  const { end_behavior, metadata, phases } = parameters(updateParameters, form);
  schedule.end_behavior = end_behavior ?? schedule.end_behavior;
  schedule.metadata = { ...schedule.metadata, ...metadata };
  if (phases) schedule.phases = phasesOf(world, phases);
  world.tell('subscription_schedule.updated', schedule);
  return schedule;
}

function phasesOf(world: StripeWorld, given: readonly z.output<typeof phaseParameters>[]): SchedulePhase[] {
  const phases: SchedulePhase[] = [];
  for (const { items, start_date, end_date, duration, proration_behavior } of given) {
    const start = start_date ?? phases.at(-1)?.end_date ?? world.now;
    const months = (duration?.interval === 'year' ? 12 : 1) * (duration?.interval_count ?? 1);
    for (const { price } of items) requireObject(world.prices, 'price', price);
    phases.push({
      ...plainPhase,
      start_date: start,
      end_date: end_date ?? monthsAfter(start, months),
      items,
      ...(proration_behavior !== undefined && { proration_behavior }),
    });
  }
  return phases;
}

export function releaseSchedule(world: StripeWorld, id: string): Schedule {
  const schedule = requireActive(world, id);
  const subscription = world.subscriptions.get(schedule.subscription ?? '');
  release(world, schedule, subscription);
  if (subscription) world.tell('customer.subscription.updated', subscription);
  return schedule;
}

export function release(
  world: StripeWorld,
  schedule: Schedule,
  subscription: Subscription | undefined,
): void {
  schedule.status = 'released';
  schedule.released_at = world.now;
  schedule.current_phase = null;
  schedule.subscription = null;
  if (subscription) subscription.schedule = null;
  world.tell('subscription_schedule.released', schedule);
}

/** The price of the phase that begins now, if one does; a schedule without a further phase is released. */
export function priceOfNextPhase(world: StripeWorld, subscription: Subscription): string | undefined {
  const schedule = subscription.schedule === null ? undefined : world.schedules.get(subscription.schedule);
  if (!schedule) return undefined;
  const phase = schedule.phases.find(
    ({ start_date, end_date }) => start_date <= world.now && world.now < end_date,
  );
  if (!phase) {
    release(world, schedule, subscription);
    return undefined;
  }
  schedule.current_phase = { start_date: phase.start_date, end_date: phase.end_date };
  return phase.items[0]?.price;
}

function requireActive(world: StripeWorld, id: string): Schedule {
  const schedule = requireObject(world.schedules, 'subscription schedule', id);
  if (schedule.status === 'active') return schedule;
  throw new StripeRefusal('invalid', `You cannot change a schedule that is ${schedule.status}.`);
}
