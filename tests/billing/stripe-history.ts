/**
 * One random history of two owners who do the same at Stripe: of the one every event is delivered once and in order,
 * of the other twice, in random order, to two processes at once, some late. Both must end in the same state.
 */
import type { StripeEmulator } from '../../emulators/stripe/stripe-emulator.ts';
import type { StripeEvent } from '../../emulators/stripe/stripe-objects.ts';
import type { AppContext } from '../../src/app-context.ts';
import { buyCredits, cancel, changePaidPlan, resume, startCheckout } from '../../src/billing/payment.ts';
import { handleEvent, readStripeEvent } from '../../src/billing/stripe-events.ts';
import { RefusedError } from '../../src/errors/refused-error.ts';
import { type Interval, intervals } from '../../src/ledger/plans/billing-cycle.ts';
import { randomNumbers } from '../support/random-numbers.ts';
import type { BillingGround, KnownState, Payer } from './billing-ground.ts';

const hour = 60 * 60 * 1_000;
const day = 24 * hour;

export interface HistoryEnd {
  readonly inOrder: EndState;
  readonly shuffled: EndState;
  /** Refused changes that left something else planned at Stripe than before. */
  readonly lost: readonly string[];
  /** What happened, for the report of a difference. */
  readonly told: readonly string[];
}

type EndState = Omit<KnownState, 'dueAt' | 'externalId' | 'blocked'> & { readonly isPaying: boolean };

const plans = ['lite', 'standard', 'pro'] as const;

export async function runHistory(
  ground: BillingGround,
  stripe: StripeEmulator,
  seed: number,
): Promise<HistoryEnd> {
  const random = randomNumbers(seed);
  const pick = <T>(list: readonly T[]): T => {
    const one = list[Math.floor(random() * list.length)];
    if (one === undefined) throw new Error('there is nothing to pick from');
    return one;
  };
  const { context, clock } = ground;
  const owners = [await ground.newAccount(), await ground.newAccount()] as const;
  const told: string[] = [];
  const lost: string[] = [];
  let seen = stripe.world.events.length;
  const past: StripeEvent[] = [];
  let held: StripeEvent[] = [];

  async function deliver({ isLast }: { readonly isLast: boolean }): Promise<void> {
    const news = stripe.world.events.slice(seen);
    seen = stripe.world.events.length;
    const [first, second] = await customersOf(ground, owners);
    for (const event of news.filter((one) => isAbout(one, first))) await workOff(stripe, context, event);
    const own = news.filter((event) => isAbout(event, second));
    const late = isLast ? [] : own.filter((event) => !isPurchase(event) && random() < 0.2);
    const sent = [...held, ...own.filter((event) => !late.includes(event))];
    held = late;
    const again = past.filter(() => random() < 0.1);
    past.push(...sent);
    const order = [...sent, ...sent, ...again]
      .map((event) => ({ event, place: random(), at: random() < 0.5 ? context : ground.other }))
      .sort((a, b) => a.place - b.place);
    await Promise.all(order.map(({ event, at }) => workOff(stripe, at, event)));
  }

  for (let step = 0; step < 12; step++) {
    const tried = random() < 0.5 ? [declinedUpgrade] : [];
    for (const action of [actionOf(pick, random), ...tried]) {
      told.push(`${new Date(clock.now).toISOString()} ${action.name}`);
      for (const owner of owners) lost.push(...(await lostBy(ground, stripe, action, owner)));
    }
    await deliver({ isLast: false });
    if (random() < 0.7) {
      // What is late is late by days, and not by a whole cycle.
      const most = held.length > 0 ? 2 * day : 40 * day;
      clock.now += Math.floor((random() * most) / 1_000) * 1_000;
      stripe.advanceTo(clock.now);
      await deliver({ isLast: false });
    }
  }
  await deliver({ isLast: true });
  const [inOrder, shuffled] = [await ground.stateOf(owners[0].id), await ground.stateOf(owners[1].id)];
  return { inOrder: endOf(inOrder), shuffled: endOf(shuffled), lost, told };
}

interface Action {
  readonly name: string;
  run(ground: BillingGround, stripe: StripeEmulator, owner: Payer): Promise<void>;
}

function actionOf(pick: <T>(list: readonly T[]) => T, random: () => number): Action {
  const plan = pick(plans);
  const interval: Interval = random() < 0.7 ? 'monthly' : pick(intervals);
  const term = { plan, interval };
  const choose: Action = {
    name: `choose ${plan} ${interval}`,
    run: async ({ context }, stripe, owner) => {
      stripe.pay(await startCheckout(context, owner, term));
    },
  };
  const change: Action = {
    name: `change ${plan} ${interval}`,
    run: ({ context }, _stripe, owner) => changePaidPlan(context, owner, term),
  };
  return pick<Action>([
    choose,
    choose,
    change,
    change,
    change,
    { name: 'cancel', run: ({ context }, _stripe, owner) => cancel(context, owner) },
    { name: 'resume', run: ({ context }, _stripe, owner) => resume(context, owner) },
    {
      name: 'buy credits',
      run: async ({ context }, stripe, owner) => {
        stripe.pay(await buyCredits(context, owner, 50));
      },
    },
    { name: 'card declined', run: (ground, stripe, owner) => setCard(ground, stripe, owner, false) },
    { name: 'card good', run: (ground, stripe, owner) => setCard(ground, stripe, owner, true) },
  ]);
}

/** Whatever is planned stays planned. */
const declinedUpgrade: Action = {
  name: 'change pro annual with a card that is declined',
  run: async (ground, stripe, owner) => {
    const [customer] = await customersOf(ground, [owner, owner]);
    const { declining } = stripe.world;
    const wasDeclining = declining.has(customer);
    declining.add(customer);
    const change = changePaidPlan(ground.context, owner, { plan: 'pro', interval: 'annual' });
    await change.finally(() => wasDeclining || declining.delete(customer));
  },
};

/** What a refused action has changed of what is planned at Stripe, which must be nothing. */
async function lostBy(
  ground: BillingGround,
  stripe: StripeEmulator,
  action: Action,
  owner: Payer,
): Promise<string[]> {
  const planned = async () => plannedAt(stripe, (await customersOf(ground, [owner, owner]))[0]);
  const before = await planned();
  const isRefused = await action.run(ground, stripe, owner).then(() => false, refused);
  const after = await planned();
  return isRefused && after !== before ? [`${action.name}: ${before} became ${after}`] : [];
}

async function setCard(
  ground: BillingGround,
  stripe: StripeEmulator,
  owner: Payer,
  isGood: boolean,
): Promise<void> {
  const [customer] = await customersOf(ground, [owner, owner]);
  if (isGood) stripe.payOpen(customer);
  else stripe.world.declining.add(customer);
}

/** Refusals are part of a history; both owners get the same. */
function refused(error: unknown): true {
  const name = error instanceof Error ? error.constructor.name : '';
  const isOurs = error instanceof RefusedError && error.key === 'changeRefused';
  if (!isOurs && !['StripeCardError', 'StripeRefusal'].includes(name)) throw error;
  return true;
}

/** What follows at Stripe at the end of the terms of a customer. */
function plannedAt({ world }: StripeEmulator, customer: string): string {
  const live = [...world.subscriptions.values()].filter(
    (one) => one.customer === customer && one.status !== 'canceled',
  );
  const planned = live.map(({ id, items, cancel_at_period_end, schedule, metadata }) => {
    const { phases = [] } = world.schedules.get(schedule ?? '') ?? {};
    const to = phases.map(({ end_date, items: [item] }) => [end_date, item?.price]);
    return [id, items.data[0].price.id, cancel_at_period_end, to, metadata['tablecast_set_aside']];
  });
  return JSON.stringify(planned);
}

async function workOff(stripe: StripeEmulator, context: AppContext, event: StripeEvent): Promise<void> {
  const { body, signature } = stripe.sign(event);
  await handleEvent(context, await readStripeEvent(context, Buffer.from(body), signature));
}

async function customersOf(
  { context }: BillingGround,
  owners: readonly [Payer, Payer],
): Promise<[string, string]> {
  const find = async ({ id }: Payer): Promise<string> => {
    const rows = context.database.db.selectFrom('subscriptions').select('customer');
    return (await rows.where('account_id', '=', id).executeTakeFirst())?.customer ?? '';
  };
  return [await find(owners[0]), await find(owners[1])];
}

function isAbout({ data }: StripeEvent, customer: string): boolean {
  const { object } = data;
  return (
    typeof object === 'object' && object !== null && 'customer' in object && object.customer === customer
  );
}

/** Bought credits count in the cycle in which they arrive. */
function isPurchase({ data }: StripeEvent): boolean {
  const { object } = data;
  return typeof object === 'object' && object !== null && 'mode' in object && object.mode === 'payment';
}

function endOf({ dueAt: _due, blocked: _blocked, externalId, ...state }: KnownState): EndState {
  return { ...state, isPaying: externalId !== null };
}
