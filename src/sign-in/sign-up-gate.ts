/**
 * Who may sign up (`SIGN_UP`): nobody, those with an invitation, or everybody. It stands before the routes of the
 * library, which would let everybody in. Who is blocked may sign in and out, and change nothing (section 5, rule 5).
 */
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import { z } from 'zod';
import { findAccountById } from '../accounts/account-store.ts';
import type { AppContext } from '../app-context.ts';
import { isInvited } from './invitation-store.ts';

const invited = z.object({ email: z.string(), invitation: z.string().max(200).optional() });

export function signUpGate(context: AppContext) {
  const { config, database, now } = context;
  return createAuthMiddleware(async (request) => {
    if (request.path === '/change-password') {
      const signedIn = await getSessionFromCtx(request);
      const account = signedIn && (await findAccountById(context, signedIn.user.id));
      if (account?.blocked)
        throw new APIError('FORBIDDEN', { code: 'USER_BLOCKED', message: 'This account is blocked.' });
    }
    if (request.path === '/request-password-reset' && config.smtpUrl === '') {
      throw new APIError('FORBIDDEN', {
        message: 'This service sends no mail. Ask its administrator for a link to set a new password.',
      });
    }
    if (request.path !== '/sign-up/email' || config.signUp === 'open') return;
    const { data } = invited.safeParse(request.body);
    const mayCome =
      config.signUp === 'invite' &&
      data?.invitation !== undefined &&
      (await isInvited(database.db, data.invitation, data.email, now()));
    if (mayCome) return;
    throw new APIError('FORBIDDEN', {
      message:
        config.signUp === 'invite'
          ? 'The invitation has been used or is over, or it was for another address. Ask for a new one.'
          : 'Nobody can sign up here. Ask the administrator for an account.',
    });
  });
}
