/**
 * What sign-in leaves in the audit log: who came, from where, and whose password was changed, reset, or tried in vain.
 * Attempts in vain are counted by day, for others can cause them (contract 5.7).
 */
import { type createAuthMiddleware, isAPIError } from 'better-auth/api';
import { z } from 'zod';
import type { AppContext } from '../../app-context.ts';
import type { AuditAction } from '../../audit/audit-actions.ts';
import { accountEvent, actorOf, type Origin, type Person, system } from '../../audit/audit-entry.ts';
import { countAfter, recordAfter } from '../../audit/record-after.ts';
import { findAccount, findAccountById } from '../account-store.ts';

type AuthRequest = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

const passwordPath = '/change-password';
const tried = z.object({ email: z.email().max(254) });

/** `client` is the header that holds the address of the client. */
export function signInRecords(context: AppContext, client: string) {
  const originOf = (headers: Headers | undefined): Origin => ({
    address: headers?.get(client) ?? null,
    userAgent: headers?.get('user-agent') ?? null,
  });
  const record = (action: AuditAction, account: Person, from: Origin): Promise<void> =>
    recordAfter(context, actorOf(account, from), [accountEvent(action, account)]);
  return {
    signedUp: (account: Person, headers: Headers | undefined) =>
      record('account.signed-up', account, originOf(headers)),
    signedIn: async (session: SessionMade, path: string | undefined) => {
      // Another password ends all sessions and begins one anew.
      const account = path === passwordPath ? undefined : await findAccountById(context, session.userId);
      if (!account) return;
      const from = { address: session.ipAddress ?? null, userAgent: session.userAgent ?? null };
      await record('account.signed-in', account, from);
    },
    passwordReset: (account: Person, request: Request | undefined) =>
      record('account.password-reset', account, originOf(request?.headers)),
    afterRoute: async ({ path, body, headers, context: { returned, session } }: AuthRequest) => {
      const hasFailed = isAPIError(returned);
      if (path === passwordPath && !hasFailed && session)
        await record('account.password-changed', session.user, originOf(headers));
      // Not waited for: the time of the answer must not tell whether there is such an account.
      if (path === '/sign-in/email' && hasFailed && returned.statusCode === 401)
        void countFailed(context, body, originOf(headers));
    },
  };
}

async function countFailed(context: AppContext, body: unknown, from: Origin): Promise<void> {
  const { data } = tried.safeParse(body);
  const account = data && (await findAccount(context, data.email).catch(() => undefined));
  if (account) await countAfter(context, system(from), accountEvent('account.sign-in-failed', account));
}

interface SessionMade {
  readonly userId: string;
  readonly ipAddress?: string | null | undefined;
  readonly userAgent?: string | null | undefined;
}
