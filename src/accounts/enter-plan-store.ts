/**
 * How an administrator sets a plan: at once, with a new cycle. The trial is one-time: an address that has had it
 * starts at zero when it comes again (contract 2.5.2).
 */

import type { AppContext } from '../app-context.ts';
import { digest } from '../base/digest.ts';
import { changeRefused } from '../errors/refused-error.ts';
import { changePlan, type Decide } from '../ledger/plan-store.ts';
import { type Interval, nextTermEnd } from '../ledger/plans/billing-cycle.ts';
import type { PlanEvent } from '../ledger/plans/plan-events.ts';
import { allocationOf, type PlanName, plans } from '../ledger/plans/plans.ts';
import type { Tx } from '../storage/database/database.ts';

interface PlanEntry {
  readonly id: string;
  readonly email: string;
  readonly plan: PlanName;
  readonly interval?: Interval | undefined;
  /** The first balance; for the custom plan the allocation of each cycle. */
  readonly credits: number | undefined;
}

/** A plan begins: a new cycle with its full allocation, or the trial's only one. */
export async function enterPlan(db: Tx, context: AppContext, entry: PlanEntry): Promise<void> {
  const { id, plan, interval = 'monthly' } = entry;
  const anchor = context.now();
  const allocation = plan === 'custom' ? (entry.credits ?? null) : null;
  const isSecondTrial = plans[plan].oneTime && !(await takeTrial(db, entry.email, anchor));
  const credits = entry.credits ?? (isSecondTrial ? 0 : allocationOf(plan, allocation));
  const paidUntil = interval === 'annual' ? nextTermEnd(anchor, anchor, interval) : null;
  const term = { plan, interval, allocation, anchor, paidUntil, externalId: null };
  await changePlan(db, context, id, administered(context, [{ kind: 'assign', credits, ...term }]));
}

/** Whoever pays would be asked to pay on: such a plan is changed where it is paid. */
export function administered({ config }: AppContext, events: readonly PlanEvent[]): Decide {
  const isPayment = ({ kind }: PlanEvent): boolean => ['assign', 'cancel', 'resume', 'endSet'].includes(kind);
  return (state, count) => {
    const event = events[count];
    if (event && isPayment(event) && state.externalId !== null && config.stripeSecretKey !== '') {
      throw changeRefused(
        'This account pays through Stripe: use the plan commands, such as plan change and plan cancel.',
      );
    }
    return event;
  };
}

/** False when the address has had its trial before. */
async function takeTrial(db: Tx, email: string, at: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('trials')
    .values({ email_digest: digest('trial', email), granted_at: at })
    .onConflict((conflict) => conflict.column('email_digest').doNothing())
    .executeTakeFirstOrThrow();
  return Boolean(numInsertedOrUpdatedRows);
}
