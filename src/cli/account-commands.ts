/** `account create | list | show | set | delete | restore`. */
import { type Account, conditionOf } from '../accounts/account.ts';
import { allAccounts, createAccount, requireAccount } from '../accounts/account-store.ts';
import { changeAccount } from '../accounts/change-account-store.ts';
import { restoreAccount } from '../accounts/restore-account.ts';
import { isoMoment, optionalMoment } from '../api/api.ts';
import type { AppContext } from '../app-context.ts';
import { commandLine } from '../audit/audit-entry.ts';
import { closeAccount } from '../billing/close-account.ts';
import { readRoom } from '../endpoints/quota-store.ts';
import { readPlan } from '../ledger/plan-store.ts';
import { intervals } from '../ledger/plans/billing-cycle.ts';
import { planNames } from '../ledger/plans/plans.ts';
import {
  type Command,
  type CommandInput,
  type CommandResult,
  flagOption,
  noArgument,
  oneOf,
  onlyArgument,
  textOption,
  wholeNumberOption,
} from './command.ts';
import { optionRows } from './options.ts';

export const accountCreate: Command = {
  usage: 'account create EMAIL',
  does: 'Creates an account, on the free trial unless a plan is named.',
  options: optionRows('plan', 'credits', 'password', 'admin', 'uninitialised'),
  run: async (context, input) => {
    const account = await createAccount(context, {
      email: onlyArgument(input, 'EMAIL'),
      plan: oneOf(planNames, textOption(input, 'plan'), '--plan') ?? 'trial',
      credits: wholeNumberOption(input, 'credits'),
      password: textOption(input, 'password'),
      initialised: input.options['uninitialised'] !== true,
      admin: input.options['admin'] === true,
    });
    return describeAccount(context, account);
  },
};

export const accountList: Command = {
  usage: 'account list',
  does: 'Lists the accounts with their plan, credits and state.',
  options: {},
  run: async (context, input) => {
    noArgument(input);
    const accounts = [];
    for (const account of await allAccounts(context)) accounts.push(await describeAccount(context, account));
    return { accounts };
  },
};

export const accountShow: Command = {
  usage: 'account show EMAIL',
  does: 'Shows the plan, credits and state of an account.',
  options: {},
  run: async (context, input) =>
    describeAccount(context, await requireAccount(context, onlyArgument(input, 'EMAIL'))),
};

export const accountSet: Command = {
  usage: 'account set EMAIL',
  does: 'Changes an account: its plan (which begins a new billing cycle), balance or flags.',
  options: optionRows(
    'plan',
    'interval',
    'cancel',
    'credits',
    'add-credits',
    'blocked',
    'initialised',
    'subscription-ends',
  ),
  run: async (context, input) => {
    const plan = oneOf(planNames, textOption(input, 'plan'), '--plan');
    const interval = oneOf(intervals, textOption(input, 'interval'), '--interval');
    if (interval !== undefined && plan === undefined)
      throw new Error('--interval goes with --plan: name the plan, too.');
    const account = await changeAccount(context, onlyArgument(input, 'EMAIL'), {
      plan,
      interval,
      cancelled: flagOption(input, 'cancel'),
      credits: wholeNumberOption(input, 'credits'),
      addedCredits: wholeNumberOption(input, 'add-credits'),
      blocked: flagOption(input, 'blocked'),
      initialised: flagOption(input, 'initialised'),
      subscriptionEnds: momentOption(input, 'subscription-ends'),
    });
    return describeAccount(context, account);
  },
};

export const accountDelete: Command = {
  usage: 'account delete EMAIL',
  does: 'Deletes an account: it ends at once, can be restored for seven days, and is then removed with all it has here.',
  options: {},
  run: async (context, input) => {
    const email = onlyArgument(input, 'EMAIL');
    const { removeAt } = await closeAccount(context, commandLine, await requireAccount(context, email));
    return { email, deleted: true, removedAt: isoMoment(removeAt) };
  },
};

export const accountRestore: Command = {
  usage: 'account restore EMAIL',
  does: 'Brings an account back that was deleted less than seven days ago.',
  options: {},
  run: async (context, input) =>
    describeAccount(context, await restoreAccount(context, commandLine, onlyArgument(input, 'EMAIL'))),
};

function momentOption(input: CommandInput, name: string): number | null | undefined {
  const value = textOption(input, name);
  if (value === undefined) return undefined;
  if (value === 'never') return null;
  const moment = /^\d{4}-\d\d-\d\d/.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(moment)) throw new Error(`--${name} takes a date such as 2027-01-31T00:00:00Z, or never.`);
  return moment;
}

export async function describeAccount(context: AppContext, account: Account): Promise<CommandResult> {
  const subscription = (await readPlan(context.database.db, account.id))?.state;
  const { used, quota } = await readRoom(context.database.db, context.config, account.id);
  const megabytes = (bytes: number): number => Math.round((10 * bytes) / (1024 * 1024)) / 10;
  return {
    email: account.email,
    plan: account.plan,
    credits: account.credits ?? 'unlimited',
    endpoints: used.endpoints,
    endpointsAllowed: quota.endpoints ?? 'unlimited',
    storageMb: megabytes(used.bytes),
    storageAllowedMb: quota.bytes === null ? 'unlimited' : megabytes(quota.bytes),
    state: conditionOf(account, context.now()),
    initialised: account.initialised,
    blocked: account.blocked,
    admin: account.admin,
    cycleEnds: optionalMoment(account.cycleEnds),
    subscriptionEnds: optionalMoment(account.subscriptionEnds),
    interval: subscription?.interval ?? 'monthly',
    paidUntil: optionalMoment(subscription?.paidUntil),
    nextPlan: subscription?.nextPlan ?? null,
    nextInterval: subscription?.nextInterval ?? null,
    graceEnds: optionalMoment(subscription?.graceEnds),
    createdAt: isoMoment(account.createdAt),
  };
}
