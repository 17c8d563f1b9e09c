/**
 * Sign-in to the dashboard: e-mail and password, Google, sessions, limited attempts. Every user owns the account with
 * the same id (section 5, rule 5). The library is loaded on first use.
 */
import { addAccountOfUser } from '../accounts/account-store.ts';
import { hashPassword } from '../accounts/password.ts';
import type { ConnectionContext } from '../connections/connection-context.ts';
import type { Addressee } from '../mail/mail-to.ts';
import { resetPassword, verifyAddress } from '../mail/messages.ts';
import { siteLink } from '../mail/site-link.ts';
import { randomId } from '../random-id.ts';
import { ownOrigins } from './own-origins.ts';
import type { Setup } from './setup.ts';
import { sendSignInMail } from './sign-in-mails.ts';
import { tables } from './tables.ts';

export interface SignedIn {
  readonly accountId: string;
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
const day = 24 * 60 * 60;

export async function openAuth(context: ConnectionContext, setup: Setup): Promise<Auth> {
  const { betterAuth } = await import('better-auth');
  const { setupEndpoint } = await import('./setup-endpoint.ts');
  const { signUpGate } = await import('./sign-up-gate.ts');
  const { config, database, secrets } = context;
  const isSecure = config.baseUrl.startsWith('https:');
  const hasMail = config.smtpUrl !== '';
  const auth = betterAuth({
    appName: 'Tablecast',
    baseURL: new URL(config.baseUrl).origin,
    basePath: authPath,
    trustedOrigins: ownOrigins(config),
    secret: secrets.derive('sign-in'),
    // ISO texts and numbers for dates and flags, which both engines keep alike.
    database: { db: database.db, type: 'sqlite' },
    ...tables,
    emailAndPassword: {
      enabled: true,
      autoSignIn: false,
      minPasswordLength: 8,
      maxPasswordLength: 200,
      requireEmailVerification: hasMail,
      revokeSessionsOnPasswordReset: true,
      password: { hash: hashPassword },
      ...(hasMail && {
        sendResetPassword: ({ user, token }: { user: Addressee; token: string }) =>
          sendSignInMail(context, user, resetPassword({ link: siteLink(config, `reset-password#${token}`) })),
      }),
    },
    emailVerification: {
      sendOnSignUp: hasMail,
      sendOnSignIn: hasMail,
      autoSignInAfterVerification: true,
      sendVerificationEmail: ({ user, token }) =>
        sendSignInMail(context, user, verifyAddress({ link: siteLink(config, `verify#${token}`) })),
    },
    databaseHooks: {
      user: {
        create: {
          before: async (user) => ({ data: { ...user, name: user.email, emailVerified: !hasMail } }),
          // The account of somebody who signed up; the first visit initialises it.
          after: ({ id, email }) => addAccountOfUser(context, { id, email }),
        },
      },
    },
    hooks: { before: signUpGate(context) },
    session: { ...tables.session, expiresIn: 30 * day, updateAge: day },
    rateLimit: {
      ...tables.rateLimit,
      enabled: true,
      storage: 'database',
      window: 60,
      max: 100,
      customRules: {
        '/sign-in/email': { window: 60, max: 5 },
        '/sign-up/email': { window: 60, max: 10 },
        '/setup': { window: 60, max: 20 },
      },
    },
    advanced: {
      database: { generateId: () => randomId() },
      ipAddress: { ipAddressHeaders: [clientHeader] },
      useSecureCookies: isSecure,
      cookiePrefix: 'tablecast',
    },
    telemetry: { enabled: false },
    logger: {
      log: (level, message) => context.log[level === 'error' ? 'error' : 'debug']({ message }, 'sign-in'),
    },
    plugins: [setupEndpoint(context, setup)],
  });
  return {
    handle: (request) => auth.handler(request),
    signedIn: async (headers) => {
      const found = await auth.api.getSession({ headers });
      return found ? { accountId: found.user.id, sessionId: found.session.id } : undefined;
    },
  };
}
