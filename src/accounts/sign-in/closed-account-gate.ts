/** No session begins in an account that was deleted. Only who has given its password, or is the person at Google, gets here. */
import { APIError } from 'better-auth/api';
import type { AppContext } from '../../app-context.ts';
import { tellIfClosed } from '../closed-account.ts';

export async function refuseClosedAccount(context: AppContext, accountId: string): Promise<void> {
  if (!(await tellIfClosed(context, accountId))) return;
  throw new APIError('FORBIDDEN', {
    message:
      context.config.smtpUrl === ''
        ? 'This account was deleted. Ask the administrator to restore it: that works for seven days.'
        : 'This account was deleted. Check your e-mail: we have sent you how to restore it.',
  });
}
