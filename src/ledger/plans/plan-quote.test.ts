/** What a change of plan costs, as in the example of docs/guide/plans.md and at its edges. */
import { describe, expect, it } from 'vitest';
import { quoteOf } from './plan-quote.ts';
import type { PlanState } from './plan-state.ts';

const at = (day: string): number => Date.parse(`2027-${day}T00:00:00Z`);

const lite: PlanState = {
  plan: 'lite',
  allocation: null,
  cycleAnchor: at('04-01'),
  cycleEnds: at('05-01'),
  subscriptionEnds: null,
  blocked: false,
  interval: 'monthly',
  paidUntil: at('05-01'),
  nextPlan: null,
  nextInterval: null,
  graceEnds: null,
  externalId: 'sub_1',
  dueAt: null,
};
const pro = { ...lite, plan: 'pro' } as const;
const monthly = { interval: 'monthly' } as const;

describe('a quote', () => {
  it('of a larger plan is for the rest of the term', () => {
    expect(quoteOf(lite, 5, { plan: 'pro', ...monthly }, at('04-16'))).toMatchObject({
      kind: 'larger',
      cents: 750,
      creditedCents: 0,
      credits: 245,
      allocation: 500,
      nextCents: 2_000,
      nextAt: at('05-01'),
    });
  });

  it('of a year begins a new term, and the rest of the old one is taken off', () => {
    expect(quoteOf(lite, 5, { plan: 'lite', interval: 'annual' }, at('04-16'))).toMatchObject({
      kind: 'larger',
      isNewTerm: true,
      cents: 5_000 - 250,
      credits: 20,
      nextAt: Date.parse('2028-04-16T00:00:00Z'),
    });
  });

  it('of a larger plan after a year of a smaller one credits what is left of the year', () => {
    const year = { ...lite, interval: 'annual', paidUntil: Date.parse('2028-04-01T00:00:00Z') } as const;
    const { cents, creditedCents } = quoteOf(year, 5, { plan: 'pro', ...monthly }, at('04-01'));
    expect([cents, creditedCents]).toEqual([0, 3_000]);
  });

  it('of a smaller plan costs nothing and waits', () => {
    expect(quoteOf(pro, 400, { plan: 'lite', ...monthly }, at('04-16'))).toMatchObject({
      kind: 'smaller',
      at: at('05-01'),
      cents: 0,
      credits: 400,
      nextCents: 500,
      nextAt: at('05-01'),
    });
  });

  it('of the same plan changes nothing, and one that begins costs its price', () => {
    expect(quoteOf(pro, 400, { plan: 'pro', ...monthly }, at('04-16'))).toMatchObject({
      kind: 'stay',
      cents: 0,
    });
    const trial = { ...lite, plan: 'trial', externalId: null, paidUntil: null, cycleEnds: null } as const;
    expect(quoteOf(trial, 3, { plan: 'standard', ...monthly }, at('04-16'))).toMatchObject({
      kind: 'begin',
      cents: 1_000,
      credits: 100,
      nextAt: at('05-16'),
    });
  });

  it('is refused while a payment is open', () => {
    const grace = { ...lite, graceEnds: at('04-20') };
    expect(() => quoteOf(grace, 5, { plan: 'pro', ...monthly }, at('04-16'))).toThrow('A payment is open');
  });
});
