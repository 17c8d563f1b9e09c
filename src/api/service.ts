/** What the sign-in pages must know of the service, before anybody has signed in. */
import { hasGoogle } from '../accounts/sign-in/google-sign-in.ts';
import { version } from '../base/version.ts';
import type { Handler } from './api.ts';

export const describeService: Handler<'GET /api/service'> = async ({ context: { config } }) => ({
  version,
  signUp: config.signUp,
  hasMail: config.smtpUrl !== '',
  hasGoogle: hasGoogle(config),
  baseUrl: config.baseUrl,
});
