/**
 * Google as identity provider, at the addresses and with the client of the connections to Google. Only an address that
 * Google has verified counts, and a new person comes in only where everybody may sign up (contract 5.7.1).
 */
import type { GenericOAuthConfig } from 'better-auth/plugins/generic-oauth';
import type { Config } from '../../config/config.ts';
import { platform } from '../../sources/google-sheets/platform.ts';

export const googleProvider = 'google';

export function hasGoogle({ googleClientId }: Config): boolean {
  return googleClientId !== '';
}

export function googleSignIn(config: Config, authPath: string): GenericOAuthConfig {
  const { id, secret } = platform.oauth.client(config);
  return {
    providerId: googleProvider,
    authorizationUrl: platform.oauth.authorizeUrl(config),
    tokenUrl: platform.oauth.tokenUrl(config),
    userInfoUrl: `${config.googleOauthUrl || 'https://openidconnect.googleapis.com'}/v1/userinfo`,
    clientId: id,
    clientSecret: secret,
    redirectURI: `${config.baseUrl}${authPath}/callback/${googleProvider}`,
    scopes: ['openid', 'email'],
    prompt: 'select_account',
    pkce: true,
    accountSubject: ({ profile }) => profile.sub ?? '',
    mapProfileToUser: (profile) => ({
      name: String(profile.email),
      emailVerified: profile['email_verified'] === true,
    }),
    disableSignUp: config.signUp !== 'open',
  };
}
