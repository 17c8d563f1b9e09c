/** What the library for sign-in refuses, in words that say what to do. */
import { ApiError } from '../../api-client.ts';

const wrongLink = 'This link has been used or has expired. Ask for a new one.';

const byCode: Readonly<Record<string, string>> = {
  INVALID_EMAIL_OR_PASSWORD: 'E-mail or password is wrong.',
  INVALID_EMAIL: 'Enter an e-mail address.',
  EMAIL_NOT_VERIFIED: 'Please confirm your e-mail address first: we have sent you a link.',
  INVALID_PASSWORD: 'The current password is wrong.',
  WRONG_PASSWORD: 'The password is wrong.',
  INVALID_TOKEN: wrongLink,
  TOKEN_EXPIRED: wrongLink,
  USER_NOT_FOUND: wrongLink,
};

export function signInMessage(error: Error): string {
  if (!(error instanceof ApiError)) return error.message;
  const { status, code, data } = error.refusal;
  if (status === 429) return 'Too many attempts. Wait a minute, then try again.';
  return byCode[code ?? ''] ?? data ?? error.message;
}

/** Why Google sent somebody back, as the address of the page tells it. */
export function googleProblem(code: string): string {
  return (
    googleProblems[code] ??
    'Signing in with Google did not work. Try again, or sign in with e-mail and password.'
  );
}

const unverified =
  'Google has not verified the address of this account. Verify it at Google, or sign in with e-mail and password.';

const googleProblems: Readonly<Record<string, string>> = {
  signup_disabled:
    'There is no account with this Google address, and nobody can sign up here with Google. Ask the administrator for an invitation.',
  email_not_verified: unverified,
  account_not_linked: unverified,
  access_denied: 'You did not allow Google to tell us your address, so you are not signed in.',
  state_mismatch: 'Signing in took too long, or was begun in another window. Try again.',
};
