/** Who calls the dashboard's interface: the account of the session, initialised by its first visit (section 3). */
import type { FastifyRequest } from 'fastify';
import { findAccountById, initialiseAccount } from '../accounts/account-store.ts';
import type { Caller } from '../api/contract/route.ts';
import type { AppContext } from '../app-context.ts';
import { ServiceError } from '../errors.ts';
import type { Auth, SignedIn, SignedInAccount } from '../sign-in/auth.ts';
import { webHeaders } from './sign-in-routes.ts';

type Asking = Pick<FastifyRequest, 'headers' | 'ip'>;

export type Callers = (request: Asking, caller: Exclude<Caller, 'anybody'>) => Promise<SignedInAccount>;

/** The id of the account that the browser is signed in to. */
export function signedInAs(auth: () => Promise<Auth>): (request: Asking) => Promise<string | undefined> {
  return async (request) => (await sessionOf(auth, request))?.accountId;
}

export function callers(context: AppContext, auth: () => Promise<Auth>): Callers {
  return async (request, caller) => {
    const session = await sessionOf(auth, request);
    const account = session && (await findAccountById(context, session.accountId));
    if (!account) throw new ServiceError('signInRequired');
    if (!account.initialised) await initialiseAccount(context, account.id);
    if (caller === 'administrator' && !account.admin) throw new ServiceError('administratorsOnly');
    return { ...account, sessionId: session.sessionId };
  };
}

async function sessionOf(auth: () => Promise<Auth>, request: Asking): Promise<SignedIn | undefined> {
  return (await auth()).signedIn(webHeaders(request));
}
