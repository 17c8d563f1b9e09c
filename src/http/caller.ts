/**
 * Who calls the dashboard's interface: the account of the session, initialised by its first visit. Here it is
 * decided what somebody may whose account is blocked, by the row of the route (contract 3.3.2).
 */
import type { FastifyRequest } from 'fastify';
import type { Account } from '../accounts/account.ts';
import { addAccountOfUser, findAccountById, initialiseAccount } from '../accounts/account-store.ts';
import type { Auth, SignedIn, SignedInAccount } from '../accounts/sign-in/auth.ts';
import { type CallerRow, mayWhenBlocked } from '../api/route.ts';
import type { AppContext } from '../app-context.ts';
import type { Origin } from '../audit/audit-entry.ts';
import { ServiceError } from '../errors/errors.ts';
import { webHeaders } from './routes/sign-in-routes.ts';

type Asking = Pick<FastifyRequest, 'headers' | 'ip' | 'method'>;

/** For the audit log; the address as trusted proxies tell it. */
export function originOf({ ip, headers }: Pick<FastifyRequest, 'headers' | 'ip'>): Origin {
  return { address: ip, userAgent: headers['user-agent'] ?? null };
}

export type Callers = (request: Asking, row: CallerRow) => Promise<SignedInAccount>;

/** The id of the account that the browser is signed in to. */
export function signedInAs(auth: () => Promise<Auth>): (request: Asking) => Promise<string | undefined> {
  return async (request) => (await (await auth()).signedIn(webHeaders(request)))?.accountId;
}

export function callers(context: AppContext, auth: () => Promise<Auth>): Callers {
  return async (request, row) => {
    const signedIn = await (await auth()).signedIn(webHeaders(request));
    const account = signedIn && (await accountOf(context, signedIn));
    if (!account) throw new ServiceError('signInRequired');
    if (account.blocked && !mayWhenBlocked(request.method, row)) throw new ServiceError('ownerBlocked');
    if (!account.initialised) await initialiseAccount(context, account.id);
    if (row.caller === 'administrator' && !account.admin) throw new ServiceError('administratorsOnly');
    return { ...account, initialised: true, sessionId: signedIn.sessionId };
  };
}

/** A sign-up that was cut off when it had made the user has left no account: it is made now. */
async function accountOf(context: AppContext, signedIn: SignedIn): Promise<Account | undefined> {
  const { accountId: id, email } = signedIn;
  const found = await findAccountById(context, id);
  if (found) return found;
  await addAccountOfUser(context, { id, email });
  return findAccountById(context, id);
}
