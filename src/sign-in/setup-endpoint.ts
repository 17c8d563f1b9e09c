/** `POST /api/auth/setup`: the key of the printed link signs in to the local account, as administrator. */
import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { z } from 'zod';
import { localAccount } from '../accounts/local-account.ts';
import type { AppContext } from '../app-context.ts';
import type { Setup } from './setup.ts';

export function setupEndpoint(context: AppContext, setup: Setup): BetterAuthPlugin {
  return {
    id: 'setup',
    endpoints: {
      setup: createAuthEndpoint(
        '/setup',
        { method: 'POST', body: z.object({ key: z.string().max(200) }) },
        async (request) => {
          const { id } = await localAccount(context);
          if (!(await setup.claim(request.body.key, id))) {
            throw new APIError('FORBIDDEN', {
              message:
                'This link has been used, or the service was started again since. Look for the newest one.',
            });
          }
          const { internalAdapter } = request.context;
          const user = await internalAdapter.findUserById(id);
          if (!user) throw new APIError('INTERNAL_SERVER_ERROR', { message: 'The account has no user.' });
          const session = await internalAdapter.createSession(id);
          await setSessionCookie(request, { session, user });
          return request.json({ signedIn: true });
        },
      ),
    },
  };
}
