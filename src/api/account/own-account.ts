/** The service as a stranger sees it; the own account, as every page shows it, its first password, and its end. */
import { type Account, conditionOf, renewalOf } from '../../accounts/account.ts';
import { requireAccountById } from '../../accounts/account-store.ts';
import { setFirstPassword } from '../../accounts/first-password-store.ts';
import { localAddress } from '../../accounts/local-account.ts';
import { passwordProblem } from '../../accounts/password-rules.ts';
import { restoreByLink } from '../../accounts/restore-account.ts';
import { googleProvider, hasGoogle } from '../../accounts/sign-in/google-sign-in.ts';
import { endResetLinks } from '../../accounts/sign-in/reset-link-store.ts';
import { canAnybodySignIn, passwordProvider, signInProviders } from '../../accounts/user-store.ts';
import type { AppContext } from '../../app-context.ts';
import { actorOf } from '../../audit/audit-entry.ts';
import { version } from '../../base/version.ts';
import { closeAccount } from '../../billing/close-account.ts';
import { inputRefused, RefusedError } from '../../errors/refused-error.ts';
import { allocationOf, plans } from '../../ledger/plans/plans.ts';
import { type Answer, type Handlers, isoMoment, optionalMoment } from '../api.ts';

export const accountHandlers = {
  /** What the sign-in pages must know, before anybody has signed in. */
  'GET /api/service': async ({ context: { config, database } }) => ({
    version,
    canSignIn: await canAnybodySignIn(database.db),
    signUp: config.signUp,
    hasMail: config.smtpUrl !== '',
    hasGoogle: hasGoogle(config),
    baseUrl: config.baseUrl,
  }),
  'GET /api/account': ({ context, account }) => described(context, account),
  'POST /api/account/password': async ({ context, account, body }) => {
    const problem = passwordProblem(body.password, body.email);
    if (problem !== undefined) throw inputRefused(problem, 'password');
    try {
      await setFirstPassword(context, account, body);
    } catch (error) {
      throw error instanceof RefusedError ? inputRefused(error.message, 'email') : error;
    }
    await endResetLinks(context.database.db, account.id);
    return described(context, await requireAccountById(context, account.id));
  },
  'DELETE /api/account': async ({ context, account, body, from }) => {
    if (body.email.trim().toLowerCase() !== account.email)
      throw inputRefused('This is not the address of the account.', 'email');
    const { removeAt } = await closeAccount(context, actorOf(account, from), account);
    return { id: account.id, removeAt: isoMoment(removeAt) };
  },
  'POST /api/account/restore': async ({ context, body, from }) => {
    const { email } = await restoreByLink(context, body.token, from);
    return { email };
  },
} satisfies Partial<Handlers>;

async function described(context: AppContext, account: Account): Promise<Answer<'GET /api/account'>> {
  const providers = await signInProviders(context.database.db, account.id);
  return {
    id: account.id,
    email: account.email,
    plan: account.plan,
    planLabel: plans[account.plan].label,
    credits: account.credits,
    allocation: allocationOf(account.plan, account.allocation),
    cycleEnds: optionalMoment(account.cycleEnds),
    renewsAt: optionalMoment(renewalOf(account)),
    endsAt: optionalMoment(account.subscriptionEnds),
    state: conditionOf(account, context.now()),
    isAdministrator: account.admin && !account.blocked,
    hasPassword: providers.includes(passwordProvider),
    hasGoogle: providers.includes(googleProvider),
    isLocal: account.email === localAddress,
  };
}
