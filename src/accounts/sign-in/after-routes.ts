/** What is done after routes of the library: a sign-up leaves its proof in the browser, another password ends links. */
import { createAuthMiddleware } from 'better-auth/api';
import { z } from 'zod';
import type { AppContext } from '../../app-context.ts';
import { endResetLinks } from './reset-link-store.ts';
import type { signInRecords } from './sign-in-records.ts';
import { setSignUpCookie } from './sign-up-cookie.ts';

const ofUser = z.object({ user: z.object({ id: z.string() }) });

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
