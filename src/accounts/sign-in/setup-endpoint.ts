/** `POST /api/auth/setup`: the key of the printed link signs in to the local account, as administrator. */
import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { z } from 'zod';
import type { AppContext } from '../../app-context.ts';
import { claimSetup } from './setup-store.ts';

export function setupEndpoint(context: AppContext): BetterAuthPlugin {
  return {
    id: 'setup',
    endpoints: {
      setup: createAuthEndpoint(
        '/setup',
        { method: 'POST', body: z.object({ key: z.string().max(200) }) },
        async (request) => {
          const id = await claimSetup(context, request.body.key);
          if (id === undefined) {
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
