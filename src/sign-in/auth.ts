/**
 * Sign-in to the dashboard: e-mail and password, Google, sessions, limited attempts. Every user owns the account with
 * the same id (section 5, rule 5). The library is loaded on first use.
 */
import type { BetterAuthOptions } from 'better-auth';
import type { Account } from '../accounts/account.ts';
import { addAccountOfUser } from '../accounts/account-store.ts';
import type { ConnectionContext } from '../connections/connection-context.ts';
import type { Addressee } from '../mail/mail-to.ts';
import { accountExists, resetPassword, verifyAddress } from '../mail/messages.ts';
import { siteLink } from '../mail/site-link.ts';
import { randomId } from '../random-id.ts';
import { tellIfClosed } from './closed-account.ts';
import { googleSignIn, hasGoogle } from './google-sign-in.ts';
import { removeInvitation } from './invitation-store.ts';
import { ownOrigins } from './own-origins.ts';
import { withPostedToken } from './posted-token.ts';
import { endOldestSessions } from './session-store.ts';
import type { Setup } from './setup.ts';
import { sendSignInMail } from './sign-in-mails.ts';
import { tables } from './tables.ts';
import { unusedRoutes } from './unused-routes.ts';

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

export async function openAuth(context: ConnectionContext, setup: Setup): Promise<Auth> {
  const { betterAuth } = await import('better-auth');
  const { genericOAuth } = await import('better-auth/plugins/generic-oauth');
  const { setupEndpoint } = await import('./setup-endpoint.ts');
  const { passwordCheck } = await import('./password-check.ts');
  const { signUpGate } = await import('./sign-up-gate.ts');
  const { signInRecords } = await import('./sign-in-records.ts');
  const records = signInRecords(context, clientHeader);
  const { refuseClosedAccount } = await import('./closed-account-gate.ts');
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
    account: { ...tables.account, updateAccountOnSignIn: false },
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
      // Who somebody is was asked once: no token of Google is kept.
      account: {
        create: {
          before: async (method) => ({
            data: { ...method, accessToken: null, refreshToken: null, idToken: null },
          }),
        },
      },
    },
    hooks: { before: signUpGate(context), after: records.after },
    session: { ...tables.session, expiresIn: 30 * 24 * hour, updateAge: hour },
    rateLimit: { ...tables.rateLimit, ...attempts },
    advanced: {
      database: { generateId: () => randomId() },
      ipAddress: { ipAddressHeaders: [clientHeader] },
      useSecureCookies: config.baseUrl.startsWith('https:'),
      cookiePrefix: 'tablecast',
    },
    telemetry: { enabled: false },
    onAPIError: { errorURL: siteLink(config, 'sign-in') },
    disabledPaths: unusedRoutes,
    logger: {
      log: (level, reason) => {
        if (level === 'error') context.log.warn({ reason }, 'a sign-in failed');
      },
    },
    plugins: [
      setupEndpoint(context, setup),
      genericOAuth({ config: hasGoogle(config) ? [googleSignIn(config, authPath)] : [] }),
    ],
  });
  return {
    handle: async (request) => auth.handler(await withPostedToken(request)),
    signedIn: async (headers) => {
      const found = await auth.api.getSession({ headers });
      if (!found) return undefined;
      const { user, session } = found;
      return { accountId: user.id, email: user.email, sessionId: session.id };
    },
  };
}

type PasswordCheck = NonNullable<BetterAuthOptions['emailAndPassword']>['password'] & {};

const attempts = {
  enabled: true,
  storage: 'database',
  window: 60,
  max: 100,
  customRules: {
    '/sign-in/email': { window: 60, max: 5 },
    '/sign-in/social': { window: 60, max: 20 },
    '/sign-up/email': { window: 60, max: 10 },
    '/change-password': { window: 60, max: 5 },
    '/setup': { window: 60, max: 20 },
  },
} as const satisfies BetterAuthOptions['rateLimit'];

/** No answer tells whether an address has an account; its owner is told by mail. */
function passwords(
  context: ConnectionContext,
  password: PasswordCheck,
  passwordReset: (user: Addressee, request: Request | undefined) => Promise<void>,
): Pick<BetterAuthOptions, 'emailAndPassword' | 'emailVerification'> {
  const { config } = context;
  const hasMail = config.smtpUrl !== '';
  const link = (path: string) => ({ link: siteLink(config, path) });
  return {
    emailAndPassword: {
      enabled: true,
      autoSignIn: false,
      minPasswordLength: 8,
      maxPasswordLength: 200,
      requireEmailVerification: hasMail,
      revokeSessionsOnPasswordReset: true,
      password,
      onPasswordReset: ({ user }, request) => passwordReset(user, request),
      ...(hasMail && {
        sendResetPassword: ({ user, token }: { user: Addressee; token: string }) =>
          sendSignInMail(
            context,
            user,
            resetPassword(link(`reset-password#${token}&email=${encodeURIComponent(user.email)}`)),
          ),
        onExistingUserSignUp: async ({ user }: { user: Addressee }) => {
          if (await tellIfClosed(context, user.id)) return;
          await sendSignInMail(context, user, accountExists(link('sign-in')));
        },
      }),
    },
    emailVerification: {
      sendOnSignUp: hasMail,
      sendOnSignIn: hasMail,
      autoSignInAfterVerification: true,
      sendVerificationEmail: ({ user, token }) =>
        sendSignInMail(context, user, verifyAddress(link(`verify#${token}`))),
    },
  };
}
