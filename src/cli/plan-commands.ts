/**
 * `plan choose | change | cancel | resume | buy-credits | portal`: what an owner does with their plan. With Stripe the
 * owner pays on the page whose address is printed; without it nobody pays.
 */
import type { Account } from '../accounts/account.ts';
import { requireAccount } from '../accounts/account-store.ts';
import type { AppContext } from '../app-context.ts';
import { buyCredits, cancel, changePaidPlan, portal, resume, startCheckout } from '../billing/payment.ts';
import { hasStripe } from '../billing/stripe-client.ts';
import { soldPlans } from '../billing/stripe-prices.ts';
import {
  changeUnpaidPlan,
  chooseUnpaidPlan,
  endUnpaidPlan,
  resumeUnpaidPlan,
} from '../billing/unpaid-plan.ts';
import { intervals } from '../ledger/plans/billing-cycle.ts';
import type { Term } from '../ledger/plans/plan-events.ts';
import { describeAccount } from './account-commands.ts';
import {
  type Command,
  type CommandInput,
  type CommandResult,
  oneOf,
  onlyArgument,
  textOption,
  wholeNumberOption,
} from './command.ts';
import { optionRows } from './options.ts';

export const planChoose: Command = {
  usage: 'plan choose EMAIL',
  does: 'Begins a plan for an account without one: prints the page on which the owner pays, or begins it at once where nobody pays.',
  options: optionRows('plan', 'interval'),
  run: async (context, input) => {
    const account = await accountOf(context, input);
    const term = requireTerm(input);
    if (hasStripe(context.config)) return { url: await startCheckout(context, account, term) };
    await chooseUnpaidPlan(context, account.id, term);
    return shown(context, account);
  },
};

export const planChange: Command = {
  usage: 'plan change EMAIL',
  does: 'Changes to a larger plan at once, pro rata, or to a smaller one at the end of what is paid.',
  options: optionRows('plan', 'interval'),
  run: async (context, input) => {
    const account = await accountOf(context, input);
    const term = requireTerm(input);
    if (hasStripe(context.config)) await changePaidPlan(context, account, term);
    else await changeUnpaidPlan(context, account.id, term);
    return shown(context, account);
  },
};

export const planCancel: Command = {
  usage: 'plan cancel EMAIL',
  does: 'Ends the plan at the end of what is paid.',
  options: {},
  run: async (context, input) => {
    const account = await accountOf(context, input);
    if (hasStripe(context.config)) await cancel(context, account);
    else await endUnpaidPlan(context, account.id);
    return shown(context, account);
  },
};

export const planResume: Command = {
  usage: 'plan resume EMAIL',
  does: 'Takes back a cancellation or the change to a smaller plan, before it has happened.',
  options: {},
  run: async (context, input) => {
    const account = await accountOf(context, input);
    if (hasStripe(context.config)) await resume(context, account);
    else await resumeUnpaidPlan(context, account.id);
    return shown(context, account);
  },
};

export const planBuyCredits: Command = {
  usage: 'plan buy-credits EMAIL',
  does: 'Prints the page on which the owner pays for more credits in this billing cycle.',
  options: optionRows('credits'),
  run: async (context, input) => {
    const account = await accountOf(context, input);
    const credits = wholeNumberOption(input, 'credits');
    if (credits === undefined) throw new Error('--credits is needed: how many credits to buy.');
    return { url: await buyCredits(context, account, credits) };
  },
};

export const planPortal: Command = {
  usage: 'plan portal EMAIL',
  does: 'Prints the page of Stripe on which the owner manages cards and invoices.',
  options: {},
  run: async (context, input) => ({ url: await portal(context, await accountOf(context, input)) }),
};

function accountOf(context: AppContext, input: CommandInput): Promise<Account> {
  return requireAccount(context, onlyArgument(input, 'EMAIL'));
}

async function shown(context: AppContext, { email }: Account): Promise<CommandResult> {
  return describeAccount(context, await requireAccount(context, email));
}

function requireTerm(input: CommandInput): Term {
  const plan = oneOf(soldPlans, textOption(input, 'plan'), '--plan');
  if (plan === undefined) throw new Error(`--plan is needed: one of ${soldPlans.join(', ')}.`);
  return { plan, interval: oneOf(intervals, textOption(input, 'interval'), '--interval') ?? 'monthly' };
}
