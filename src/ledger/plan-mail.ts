/** The mail that a change of a plan brings, with the label, the price and the credits that the plan has; pure. */
import type { Message } from '../mail/messages.ts';
import {
  paymentFailed,
  planBegan,
  planCanceled,
  planWillChange,
  subscriptionEnded,
} from '../mail/plan-messages.ts';
import type { Term } from './plans/plan-events.ts';
import { allocationOf, centsOf, plans } from './plans/plans.ts';
import type { PlanMail } from './plans/transitions.ts';

export function planMessage(mail: PlanMail, link: string): Message {
  const { term } = mail;
  const told = { plan: plans[term.plan].label, price: priceOf(term), link };
  const credits = allocationOf(term.plan, term.allocation);
  switch (mail.kind) {
    case 'paymentFailed':
      return paymentFailed({ ...told, graceEnds: mail.graceEnds });
    case 'subscriptionEnded':
      return subscriptionEnded({ ...told, endedAt: mail.endedAt });
    case 'planCanceled':
      return planCanceled({ ...told, ends: mail.ends });
    case 'planBegan':
      return planBegan({ ...told, credits, at: mail.at, renewsAt: mail.renewsAt });
    case 'planWillChange':
      return planWillChange({ ...told, credits, at: mail.at, before: labelOf(mail.before) });
  }
}

const each = { monthly: 'month', annual: 'year' } as const;

function priceOf({ plan, interval }: Term) {
  const cents = centsOf(plan, interval);
  return cents === null ? undefined : { dollars: cents / 100, each: each[interval] };
}

function labelOf({ plan, interval }: Term): string {
  return plans[plan].monthlyPrice === null ? plans[plan].label : `${plans[plan].label} (${interval})`;
}
