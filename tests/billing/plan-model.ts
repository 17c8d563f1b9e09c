/**
 * A plain model of plans where nobody pays, to hold the service against: it goes from one end of a cycle to the next,
 * and counts months with the calendar of the runtime.
 */
import type { Interval } from '../../src/ledger/plans/billing-cycle.ts';

export type SoldPlan = 'lite' | 'standard' | 'pro';

const allocations = { trial: 10, lite: 20, standard: 100, pro: 500 } as const;

export interface Model {
  plan: SoldPlan | 'trial';
  interval: Interval;
  credits: number;
  anchor: number;
  /** How many cycles since the anchor have ended. */
  cycles: number;
  next: { readonly plan: SoldPlan; readonly interval: Interval } | 'none' | null;
  hasEnded: boolean;
  isBlocked: boolean;
}

export function newModel(): Model {
  return {
    plan: 'trial',
    interval: 'monthly',
    credits: allocations.trial,
    anchor: 0,
    cycles: 0,
    next: null,
    hasEnded: false,
    isBlocked: false,
  };
}

function months(from: number, count: number): number {
  const start = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO('UTC');
  return start.add({ months: count }).epochMilliseconds;
}

export function cycleEnd(model: Model): number | null {
  if (model.plan === 'trial' || model.hasEnded) return null;
  return months(model.anchor, model.cycles + 1);
}

function isEndOfTerm(model: Model): boolean {
  return model.interval === 'monthly' || (model.cycles + 1) % 12 === 0;
}

export function passTime(model: Model, to: number): void {
  for (let end = cycleEnd(model); end !== null && end <= to; end = cycleEnd(model)) {
    if (model.next !== null && isEndOfTerm(model)) {
      if (model.next === 'none') {
        model.hasEnded = true;
        return;
      }
      const { plan, interval } = model.next;
      if (interval !== model.interval) Object.assign(model, { anchor: end, cycles: -1 });
      Object.assign(model, { plan, interval, next: null });
    }
    model.cycles += 1;
    model.credits = allocations[model.plan];
  }
}

/** Undefined when it is refused. */
export function choose(model: Model, plan: SoldPlan, interval: Interval, at: number): true | undefined {
  if (model.plan !== 'trial' && !model.hasEnded) return undefined;
  begin(model, plan, interval, at);
  return true;
}

export function begin(model: Model, plan: SoldPlan, interval: Interval, at: number): void {
  const credits = allocations[plan];
  Object.assign(model, { plan, interval, credits, anchor: at, cycles: 0, next: null, hasEnded: false });
}

export function change(model: Model, plan: SoldPlan, interval: Interval, at: number): true | undefined {
  if (model.plan === 'trial' || model.hasEnded) return undefined;
  const [before, after] = [allocations[model.plan], allocations[plan]];
  const isLonger = model.interval === 'monthly' && interval === 'annual';
  if (after > before || (after === before && isLonger)) {
    if (interval !== model.interval) begin(model, plan, interval, at);
    else {
      const [start, end] = [months(model.anchor, model.cycles), months(model.anchor, model.cycles + 1)];
      model.credits += Math.round(((after - before) * (end - at)) / (end - start));
      Object.assign(model, { plan, next: null });
    }
  } else model.next = plan === model.plan && interval === model.interval ? null : { plan, interval };
  return true;
}

export function setNext(model: Model, next: 'none' | null): true | undefined {
  if (model.plan === 'trial' || model.hasEnded) return undefined;
  model.next = next;
  return true;
}

export function add(model: Model, credits: number): true | undefined {
  if (model.plan === 'trial') return undefined;
  model.credits += credits;
  return true;
}

/** The status that a request gets. */
export function hit(model: Model): 200 | 403 {
  if (model.isBlocked || model.hasEnded || model.credits === 0) return 403;
  model.credits -= 1;
  return 200;
}
