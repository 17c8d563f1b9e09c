/** The proof of a browser that it is the one that signed up: a signed cookie with the id of the new user. */
import type { GenericEndpointContext } from 'better-auth';

/** Longer than a link lasts, as a further one may be sent. */
const maxAge = 24 * 60 * 60;

export async function setSignUpCookie(request: GenericEndpointContext, userId: string): Promise<void> {
  const { name, attributes } = request.context.createAuthCookie('sign_up', { maxAge });
  await request.setSignedCookie(name, userId, request.context.secret, attributes);
}

export async function signUpCookie(request: GenericEndpointContext): Promise<string | undefined> {
  const { name } = request.context.createAuthCookie('sign_up', { maxAge });
  return (await request.getSignedCookie(name, request.context.secret)) || undefined;
}
