/** What an owner does with the own plan: asks what a change costs, changes, cancels, takes back, buys credits. */
import { buyCredits, cancel, changePaidPlan, portal, resume, startCheckout } from '../../billing/payment.ts';
import { settlePayment } from '../../billing/settle-payment.ts';
import { hasStripe } from '../../billing/stripe-client.ts';
import { ServiceError } from '../../errors/errors.ts';
import { changeRefused } from '../../errors/refused-error.ts';
import { quoteOf } from '../../ledger/plans/plan-quote.ts';
import { plans } from '../../ledger/plans/plans.ts';
import { isSubscribed } from '../../ledger/plans/wanted-plan.ts';
import { type Handlers, isoMoment, optionalMoment } from '../api.ts';
import { requirePlan } from './offered-plans.ts';

export const planHandlers = {
  'POST /api/plans/quote': async ({ context, account, body }) => {
    if (!hasStripe(context.config))
      throw changeRefused('Payment is not set up on this service: an administrator sets the plan.');
    const { state } = await requirePlan(context, account);
    const quote = quoteOf(state, account.credits, body, context.now());
    return {
      ...quote,
      label: plans[body.plan].label,
      interval: body.interval,
      at: isoMoment(quote.at),
      nextAt: optionalMoment(quote.nextAt),
    };
  },
  'POST /api/plans/change': async ({ context, account, body }) => {
    const { state } = await requirePlan(context, account);
    if (!isSubscribed(state, context.now())) return { url: await startCheckout(context, account, body) };
    await changePaidPlan(context, account, body);
    return { url: null };
  },
  'POST /api/plans/cancel': async ({ context, account }) => {
    await cancel(context, account);
    return {};
  },
  'POST /api/plans/resume': async ({ context, account }) => {
    await resume(context, account);
    return {};
  },
  'POST /api/plans/credits': async ({ context, account, body }) => ({
    url: await buyCredits(context, account, body.credits),
  }),
  'POST /api/plans/portal': async ({ context, account }) => ({ url: await portal(context, account) }),
  'GET /api/plans/payment': async ({ context, account, query }) => {
    const settled = await settlePayment(context, account.id, query.session);
    if (!settled) throw new ServiceError('notFound');
    return settled;
  },
} satisfies Partial<Handlers>;
