/** The plans of contract 2.5, the own one, its balance and forecast, and how one pays here. */
import { administratorAddresses } from '../../accounts/administrator-store.ts';
import { localAddress } from '../../accounts/local-account.ts';
import { creditPrice, fewestCredits, maxCredits } from '../../billing/payment.ts';
import { hasStripe } from '../../billing/stripe-client.ts';
import { soldPlans } from '../../billing/stripe-prices.ts';
import { ServiceError } from '../../errors/errors.ts';
import type { KeptPlan } from '../../ledger/kept-plan.ts';
import { readPlan } from '../../ledger/plan-store.ts';
import { type PlanState, statusOf, termEnds } from '../../ledger/plans/plan-state.ts';
import { allocationOf, planNames, plans } from '../../ledger/plans/plans.ts';
import { forecastOf, paceDays } from '../../usage/forecast.ts';
import { usedInDays } from '../../usage/usage-store.ts';
import { type Answer, type Call, type Handlers, optionalMoment } from '../api.ts';

const maxAdministrators = 3;

export const offeredPlanHandlers = {
  'GET /api/plans': async ({ context, account }) => {
    const { state } = await requirePlan(context, account);
    const at = context.now();
    const hasPayment = hasStripe(context.config);
    const { db } = context.database;
    const { credits: used, hits } = await usedInDays(context, account.id, paceDays);
    const { creditsPerDay, usedUpAt } = forecastOf({ ...account, used }, at);
    return {
      plans: offered,
      own: {
        ...ownPlan(state, at),
        credits: account.credits,
      },
      hasPayment,
      administrators: hasPayment ? [] : await administratorAddresses(db, localAddress, maxAdministrators),
      addedCredits: {
        fewest: fewestCredits,
        most: maxCredits,
        cents: hasPayment ? creditPrice(context, state) : null,
      },
      forecast:
        account.credits === null
          ? null
          : { creditsPerDay, usedUpAt: optionalMoment(usedUpAt), requests: hits },
    };
  },
} satisfies Partial<Handlers>;

export async function requirePlan(
  context: Call<'GET /api/plans'>['context'],
  { id }: { readonly id: string },
): Promise<KeptPlan> {
  const kept = await readPlan(context.database.db, id);
  if (!kept) throw new ServiceError('signInRequired');
  return kept;
}

const offered = planNames.map((name) => ({
  name,
  label: plans[name].label,
  monthlyCredits: plans[name].monthlyCredits,
  isOneTime: plans[name].oneTime,
  moreCanBeAdded: plans[name].moreCanBeAdded,
  monthlyPrice: plans[name].monthlyPrice,
  annualPrice: plans[name].annualPrice,
  canBeBought: soldPlans.some((sold) => sold === name),
}));

function ownPlan(state: PlanState, at: number): Omit<Answer<'GET /api/plans'>['own'], 'credits'> {
  const { plan, interval, nextPlan, nextInterval } = state;
  return {
    name: plan,
    label: plans[plan].label,
    interval,
    status: statusOf(state, at),
    isBlocked: state.blocked,
    isPaid: state.externalId !== null,
    allocation: allocationOf(plan, state.allocation),
    cycleEnds: optionalMoment(state.cycleEnds),
    termEnds: optionalMoment(termEnds(state)),
    subscriptionEnds: optionalMoment(state.subscriptionEnds),
    graceEnds: optionalMoment(state.graceEnds),
    next:
      nextPlan === null || nextPlan === 'none'
        ? nextPlan
        : { name: nextPlan, label: plans[nextPlan].label, interval: nextInterval ?? interval },
  };
}
