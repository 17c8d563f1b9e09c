/**
 * `POST /api/auth/confirm-address`: the link of the verification mail proves the mailbox; that it was the same person
 * who signed up is proved by the browser that did, or by the password. So nobody confirms a stranger's account, and a
 * browser that is signed in stays so: it never becomes somebody else by a link (contract 5.7).
 */
import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth';
import { APIError, createAuthEndpoint, getSessionFromCtx } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { verifyJWT } from 'better-auth/crypto';
import { z } from 'zod';
import { passwordProvider } from '../user-store.ts';

const ofLink = z.strictObject({
  email: z.string(),
  iat: z.number(),
  exp: z.number(),
});

export function confirmEndpoint(): BetterAuthPlugin {
  return {
    id: 'confirm',
    endpoints: {
      confirmAddress: createAuthEndpoint(
        '/confirm-address',
        { method: 'POST', body: z.object({ token: z.string(), password: z.string().optional() }) },
        async (request) => {
          const { internalAdapter, secret } = request.context;
          const { data } = ofLink.safeParse(await verifyJWT(request.body.token, secret));
          const found =
            data && (await internalAdapter.findUserByEmail(data.email, { includeAccounts: true }));
          if (!found || found.user.emailVerified) throw refusal('UNAUTHORIZED', 'INVALID_TOKEN');
          const kept = found.accounts.find(({ providerId }) => providerId === passwordProvider)?.password;
          await requireSignUp(request, found.user.id, kept, request.body.password);
          const user = await internalAdapter.updateUser(found.user.id, { emailVerified: true });
          if (await getSessionFromCtx(request)) return request.json({ signedIn: false });
          const session = await internalAdapter.createSession(found.user.id);
          await setSessionCookie(request, { session, user: user ?? found.user });
          return request.json({ signedIn: true });
        },
      ),
    },
  };
}

async function requireSignUp(
  request: GenericEndpointContext,
  userId: string,
  kept: string | null | undefined,
  given: string | undefined,
): Promise<void> {
  if ((await signUpCookie(request)) === userId) return;
  if (given === undefined) throw refusal('FORBIDDEN', 'PASSWORD_REQUIRED');
  const isRight = kept && (await request.context.password.verify({ hash: kept, password: given }));
  if (!isRight) throw refusal('FORBIDDEN', 'WRONG_PASSWORD');
}

const messages = {
  INVALID_TOKEN: 'This link has been used or has expired.',
  PASSWORD_REQUIRED: 'Enter the password that you chose when you signed up.',
  WRONG_PASSWORD: 'The password is wrong.',
};

function refusal(status: 'UNAUTHORIZED' | 'FORBIDDEN', code: keyof typeof messages): APIError {
  return new APIError(status, { code, message: messages[code] });
}

/** Longer than a link lasts, as a further one may be sent. */
const maxAge = 24 * 60 * 60;

/** The proof of a browser that it is the one that signed up: a signed cookie with the id of the new user. */
export async function setSignUpCookie(request: GenericEndpointContext, userId: string): Promise<void> {
  const { name, attributes } = request.context.createAuthCookie('sign_up', { maxAge });
  await request.setSignedCookie(name, userId, request.context.secret, attributes);
}

async function signUpCookie(request: GenericEndpointContext): Promise<string | undefined> {
  const { name } = request.context.createAuthCookie('sign_up', { maxAge });
  return (await request.getSignedCookie(name, request.context.secret)) || undefined;
}
