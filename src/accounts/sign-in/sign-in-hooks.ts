/**
 * What sign-in adds to the routes of the library. Before them it is asked who may sign up (`SIGN_UP`: nobody, those with
 * an invitation, or everybody), whether mails can be sent, and whether a new password is a safe one (contract 5.7.1).
 * After them a sign-up leaves its proof in the browser, and another password ends links.
 */
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import { z } from 'zod';
import type { AppContext } from '../../app-context.ts';
import { findAccountById } from '../account-store.ts';
import { tellIfClosed } from '../closed-account.ts';
import { passwordProblem } from '../password-rules.ts';
import { setSignUpCookie } from './confirm-endpoint.ts';
import { isInvited } from './invitation-store.ts';
import { endResetLinks } from './reset-link-store.ts';
import type { signInRecords } from './sign-in-records.ts';

type AuthRequest = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

const signingUp = z.object({
  email: z.string(),
  password: z.string(),
  invitation: z.string().optional(),
});
const resetting = z.object({ token: z.string(), newPassword: z.string() });
const changing = z.object({ newPassword: z.string() });
const ofUser = z.object({ user: z.object({ id: z.string() }) });

export function beforeRoutes(context: AppContext) {
  return createAuthMiddleware(async (request) => {
    switch (request.path) {
      case '/request-password-reset':
      case '/send-verification-email':
        return requireMail(context);
      case '/sign-up/email': {
        const wanted = signingUp.parse(request.body);
        await requireInvitation(context, wanted);
        return requireSafe(wanted.password, wanted.email);
      }
      case '/reset-password': {
        const { token, newPassword } = resetting.parse(request.body);
        return requireSafe(newPassword, await addressOfLink(request, token));
      }
      case '/change-password': {
        const session = await getSessionFromCtx(request);
        if (session) await refuseBlocked(context, session.user.id);
        return requireSafe(changing.parse(request.body).newPassword, session?.user.email ?? '');
      }
      default:
    }
  });
}

/** Who is blocked may sign in and out, and change nothing. */
async function refuseBlocked(context: AppContext, accountId: string): Promise<void> {
  const account = await findAccountById(context, accountId);
  if (account?.blocked)
    throw new APIError('FORBIDDEN', { code: 'USER_BLOCKED', message: 'This account is blocked.' });
}

function requireMail({ config }: AppContext): void {
  if (config.smtpUrl !== '') return;
  throw new APIError('FORBIDDEN', {
    message: 'This service sends no mail. Ask its administrator for a link to set a new password.',
  });
}

async function requireInvitation(
  { config, database, now }: AppContext,
  { email, invitation }: z.output<typeof signingUp>,
): Promise<void> {
  if (config.signUp === 'open') return;
  const mayCome =
    config.signUp === 'invite' &&
    invitation !== undefined &&
    (await isInvited(database.db, invitation, email, now()));
  if (mayCome) return;
  throw new APIError('FORBIDDEN', {
    message:
      config.signUp === 'invite'
        ? 'The invitation has been used or has expired, or it was for another address. Ask for a new one.'
        : 'Nobody can sign up here. Ask the administrator for an account.',
  });
}

/** Without using it up: a password that is refused must not cost the link. */
async function addressOfLink({ context }: AuthRequest, token: string): Promise<string> {
  const found = await context.internalAdapter.findVerificationValue(`reset-password:${token}`);
  const user = found && (await context.internalAdapter.findUserById(found.value));
  return user?.email ?? '';
}

function requireSafe(password: string, email: string): void {
  const message = passwordProblem(password, email);
  if (message !== undefined) throw new APIError('BAD_REQUEST', { code: 'PASSWORD_REFUSED', message });
}

export function afterRoutes({ database }: AppContext, records: ReturnType<typeof signInRecords>) {
  return createAuthMiddleware(async (request) => {
    await records.afterRoute(request);
    const { data } = ofUser.safeParse(request.context.returned);
    if (!data) return;
    if (request.path === '/change-password') await endResetLinks(database.db, data.user.id);
    // For an address that has an account the library makes an id up: the answers are alike.
    if (request.path === '/sign-up/email') await setSignUpCookie(request, data.user.id);
  });
}

/**
 * No session begins in an account that was deleted. Only who has given its password, or is the person at Google, gets
 * here.
 */
export async function refuseClosedAccount(context: AppContext, accountId: string): Promise<void> {
  if (!(await tellIfClosed(context, accountId))) return;
  throw new APIError('FORBIDDEN', {
    message:
      context.config.smtpUrl === ''
        ? 'This account was deleted. Ask the administrator to restore it: that works for seven days.'
        : 'This account was deleted. Check your e-mail: we have sent you how to restore it.',
  });
}
