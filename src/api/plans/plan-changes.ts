/** What an owner does with the own plan: asks what a change costs, changes, cancels, takes back, buys credits. */
import { buyCredits, cancel, changePaidPlan, portal, resume, startCheckout } from '../../billing/payment.ts';
import { settlePayment } from '../../billing/settle-payment.ts';
import { hasStripe, PaymentError } from '../../billing/stripe-client.ts';
import { ServiceError } from '../../errors/errors.ts';
import { quoteOf } from '../../ledger/plans/plan-quote.ts';
import { plans } from '../../ledger/plans/plans.ts';
import { isSubscribed } from '../../ledger/plans/wanted-plan.ts';
import { type Handlers, isoMoment, optionalMoment } from '../api.ts';
import { explainingRefusals } from '../refused.ts';
import { requirePlan } from './offered-plans.ts';

export const planHandlers = {
  'POST /api/plans/quote': ({ context, account, body }) =>
    explainingRefusals(context, async () => {
      if (!hasStripe(context.config))
        throw new PaymentError('Payment is not set up on this service: an administrator sets the plan.');
      const { state } = await requirePlan(context, account);
      const quote = quoteOf(state, account.credits, body, context.now());
      return {
        ...quote,
        label: plans[body.plan].label,
        interval: body.interval,
        at: isoMoment(quote.at),
        nextAt: optionalMoment(quote.nextAt),
      };
    }),
  'POST /api/plans/change': ({ context, account, body }) =>
    explainingRefusals(context, async () => {
      const { state } = await requirePlan(context, account);
      if (!isSubscribed(state, context.now())) return { url: await startCheckout(context, account, body) };
      await changePaidPlan(context, account, body);
      return { url: null };
    }),
  'POST /api/plans/cancel': ({ context, account }) =>
    explainingRefusals(context, async () => {
      await cancel(context, account);
      return {};
    }),
  'POST /api/plans/resume': ({ context, account }) =>
    explainingRefusals(context, async () => {
      await resume(context, account);
      return {};
    }),
  'POST /api/plans/credits': ({ context, account, body }) =>
    explainingRefusals(context, async () => ({ url: await buyCredits(context, account, body.credits) })),
  'POST /api/plans/portal': ({ context, account }) =>
    explainingRefusals(context, async () => ({ url: await portal(context, account) })),
  'GET /api/plans/payment': ({ context, account, query }) =>
    explainingRefusals(context, async () => {
      const settled = await settlePayment(context, account.id, query.session);
      if (!settled) throw new ServiceError('notFound');
      return settled;
    }),
} satisfies Partial<Handlers>;
