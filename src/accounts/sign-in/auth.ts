/**
 * Sign-in to the dashboard: e-mail and password, Google, sessions, limited attempts. Every user owns the account with
 * the same id (contract 5.7). The library is loaded on first use.
 */
import type { BetterAuthOptions } from 'better-auth';
import { randomId } from '../../base/random-id.ts';
import type { Config } from '../../config/config.ts';
import type { ConnectionContext } from '../../connections/connection-context.ts';
import { ServiceError } from '../../errors/errors.ts';
import { accountExists, type Message, resetPassword, verifyAddress } from '../../mail/messages.ts';
import { type Addressee, insertMails, mailTo } from '../../mail/outbox-store.ts';
import { siteLink } from '../../mail/site-link.ts';
import { databaseCheck } from '../../storage/reachable.ts';
import { retryAfterSeconds } from '../../storage/state-failure.ts';
import type { Account } from '../account.ts';
import { addAccountOfUser } from '../account-store.ts';
import { tellIfClosed } from '../closed-account.ts';
import { googleProvider, googleSignIn, hasGoogle } from './google-sign-in.ts';
import { removeInvitation } from './invitation-store.ts';
import { ownOrigins } from './own-origins.ts';
import { endResetLinks, identifierOf } from './reset-link-store.ts';
import { endOldestSessions } from './session-store.ts';
import { tables } from './tables.ts';
import { endUnprovenAccess } from './unproven-access-store.ts';

export interface SignedIn {
  readonly accountId: string;
  readonly email: string;
  readonly sessionId: string;
}

/** The account of a session. */
export interface SignedInAccount extends Account {
  readonly sessionId: string;
}

export interface Auth {
  /** Answers what is below `/api/auth/`. */
  handle(request: Request): Promise<Response>;
  /** Whose session the headers carry. */
  signedIn(headers: Headers): Promise<SignedIn | undefined>;
}

export const authPath = '/api/auth';
/** The address of the client, set by the server itself. */
export const clientHeader = 'x-tablecast-client';
const hour = 60 * 60;
const longestReason = 200;

export async function openAuth(context: ConnectionContext): Promise<Auth> {
  const { betterAuth } = await import('better-auth');
  const { isAPIError } = await import('better-auth/api');
  const { genericOAuth } = await import('better-auth/plugins/generic-oauth');
  const { setupEndpoint } = await import('./setup-endpoint.ts');
  const { passwordCheck } = await import('./password-check.ts');
  const { confirmEndpoint } = await import('./confirm-endpoint.ts');
  const { afterRoutes, beforeRoutes, refuseClosedAccount } = await import('./sign-in-hooks.ts');
  const { signInRecords } = await import('./sign-in-records.ts');
  const records = signInRecords(context, clientHeader);
  const { config, database, secrets } = context;
  const auth = betterAuth({
    appName: 'Tablecast',
    baseURL: new URL(config.baseUrl).origin,
    basePath: authPath,
    trustedOrigins: ownOrigins(config),
    secret: secrets.derive('sign-in'),
    // ISO texts and numbers for dates and flags, which both engines keep alike.
    database: { db: database.db, type: 'sqlite' },
    ...tables,
    ...passwords(context, passwordCheck, records.passwordReset),
    account: {
      ...tables.account,
      updateAccountOnSignIn: false,
      // Who comes by Google has proved the address: before the two are joined, what nobody proved goes (see below).
      accountLinking: { requireLocalEmailVerified: false },
    },
    verification: { ...tables.verification, storeIdentifier: 'hashed' },
    user: {
      ...tables.user,
      validateUserInfo: ({ user, source }) =>
        source.method === 'oauth' && user.emailVerified !== true
          ? { error: 'email_not_verified' }
          : undefined,
    },
    databaseHooks: {
      user: {
        create: {
          before: async (user) => ({ data: { ...user, name: user.email } }),
          // The account of somebody who signed up; the first visit initialises it.
          after: async ({ id, email }, request) => {
            await addAccountOfUser(context, { id, email });
            await records.signedUp({ id, email }, request?.headers);
            await removeInvitation(database.db, email);
          },
        },
      },
      session: {
        create: {
          before: ({ userId }) => refuseClosedAccount(context, userId),
          after: async (session, request) => {
            await endOldestSessions(database, session.userId);
            await records.signedIn(session, request?.path);
          },
        },
      },
      account: {
        create: {
          before: async (method) => {
            if (method.providerId === googleProvider) await endUnprovenAccess(database.db, method.userId);
            // Who somebody is was asked once: no token of Google is kept.
            return { data: { ...method, accessToken: null, refreshToken: null, idToken: null } };
          },
        },
      },
    },
    hooks: { before: beforeRoutes(context), after: afterRoutes(context, records) },
    session: { ...tables.session, expiresIn: 30 * 24 * hour, updateAge: hour },
    // In front of it attempts are counted in memory; of replicas, only the database knows them all.
    rateLimit: { ...tables.rateLimit, ...attempts, enabled: database.file === undefined },
    advanced: {
      database: { generateId: () => randomId() },
      ipAddress: { ipAddressHeaders: [clientHeader] },
      ...cookies(config),
    },
    telemetry: { enabled: false },
    onAPIError: {
      errorURL: siteLink(config, 'sign-in'),
      // What is no refusal of its own is answered as everywhere: a database that is away would be a 500.
      onError: (error) => {
        if (!isAPIError(error)) throw error;
      },
    },
    logger: {
      log: (level, reason) => {
        if (level === 'error')
          context.log.warn({ reason: reason.slice(0, longestReason) }, 'a sign-in failed');
      },
    },
    plugins: [
      setupEndpoint(context),
      confirmEndpoint(),
      genericOAuth({ config: hasGoogle(config) ? [googleSignIn(config, authPath)] : [] }),
    ],
  });
  const isReachable = databaseCheck(database);
  /** Some routes of the library keep to themselves why they failed. */
  const requireDatabase = async (): Promise<void> => {
    if (!(await isReachable())) throw new ServiceError('stateUnavailable', { retryAfterSeconds });
  };
  return {
    handle: async (request) => {
      const answer = await auth.handler(request);
      if (answer.status === 500) await requireDatabase();
      return answer;
    },
    signedIn: async (headers) => {
      const found = await auth.api.getSession({ headers }).catch(async (error: unknown) => {
        await requireDatabase();
        throw error;
      });
      if (!found) return undefined;
      const { user, session } = found;
      return { accountId: user.id, email: user.email, sessionId: session.id };
    },
  };
}

/** As in `auth-routes.ts`; what costs little is counted there alone. */
const attempts = {
  storage: 'database',
  window: 60,
  max: 20,
  customRules: {
    '/get-session': false,
    '/sign-out': false,
    '/callback/*': false,
    '/sign-in/email': { window: 60, max: 5 },
    '/sign-in/social': { window: 60, max: 20 },
    '/sign-up/email': { window: 60, max: 10 },
    '/change-password': { window: 60, max: 5 },
    '/confirm-address': { window: 60, max: 10 },
    '/reset-password': { window: 60, max: 10 },
  },
} as const satisfies BetterAuthOptions['rateLimit'];

/** Bound to this very host on https, so that no sibling can plant one; a browser refuses that name on http. */
function cookies({ baseUrl }: Config): BetterAuthOptions['advanced'] & {} {
  const isSecure = baseUrl.startsWith('https:');
  return {
    // It would add a weaker prefix.
    useSecureCookies: false,
    cookiePrefix: isSecure ? '__Host-tablecast' : 'tablecast',
    defaultCookieAttributes: { secure: isSecure, path: '/' },
  };
}

/** No answer tells whether an address has an account; its owner is told by mail. */
function passwords(
  context: ConnectionContext,
  password: NonNullable<BetterAuthOptions['emailAndPassword']>['password'] & {},
  passwordReset: (user: Addressee, request: Request | undefined) => Promise<void>,
): Pick<BetterAuthOptions, 'emailAndPassword' | 'emailVerification'> {
  const { config, database } = context;
  const hasMail = config.smtpUrl !== '';
  const link = (path: string) => ({ link: siteLink(config, path) });
  const send = (user: Addressee, message: Message) =>
    insertMails(database.db, [mailTo(user, message)], context.now());
  return {
    emailAndPassword: {
      enabled: true,
      autoSignIn: false,
      minPasswordLength: 8,
      maxPasswordLength: 200,
      requireEmailVerification: hasMail,
      revokeSessionsOnPasswordReset: true,
      password,
      onPasswordReset: async ({ user }, request) => {
        await endResetLinks(database.db, user.id);
        await passwordReset(user, request);
      },
      ...(hasMail && {
        sendResetPassword: async ({ user, token }: { user: Addressee; token: string }) => {
          await endResetLinks(database.db, user.id, identifierOf(token));
          const fragment = `${token}&email=${encodeURIComponent(user.email)}`;
          await send(user, resetPassword(link(`reset-password#${fragment}`)));
        },
        onExistingUserSignUp: async ({ user }: { user: Addressee }) => {
          if (await tellIfClosed(context, user.id)) return;
          await send(user, accountExists(link('sign-in')));
        },
      }),
    },
    emailVerification: {
      sendOnSignUp: hasMail,
      sendOnSignIn: hasMail,
      sendVerificationEmail: ({ user, token }) => send(user, verifyAddress(link(`verify#${token}`))),
    },
  };
}
