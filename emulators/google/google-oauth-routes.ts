/**
 * OAuth 2 and OpenID Connect on one origin: consent, tokens, revocation, tokeninfo, discovery and userinfo.
 */
import type { EmulatedAnswer, EmulatedCall } from '../emulator-server.ts';
import { subjectOf } from './google-grants.ts';
import type { GoogleState } from './google-state.ts';
import { personClaims } from './id-tokens.ts';
import { authorize } from './oauth-authorize.ts';
import { refuse, tokenAnswer } from './oauth-token.ts';

export function answerOauth(state: GoogleState, call: EmulatedCall): EmulatedAnswer {
  const routes: Record<string, () => EmulatedAnswer> = {
    'GET /o/oauth2/v2/auth': () => authorize(state, call),
    'POST /token': () => tokenAnswer(state, call),
    'POST /revoke': () => revoke(state, call),
    'GET /tokeninfo': () => tokenInfo(state, call),
    'POST /tokeninfo': () => tokenInfo(state, call),
    'GET /.well-known/openid-configuration': () => discovery(state),
    'GET /v1/userinfo': () => userInfo(state, call),
    'POST /v1/userinfo': () => userInfo(state, call),
  };
  const route = routes[`${call.method} ${call.path}`];
  return route ? route() : { status: 404, body: '<!doctype html><title>Error 404 (Not Found)!!1</title>' };
}

export function bearerOf(call: EmulatedCall): string | undefined {
  const [, token] = /^Bearer\s+(\S+)$/i.exec(call.headers.authorization ?? '') ?? [];
  return token ?? call.query.get('access_token') ?? undefined;
}

/** From the query or the form, because clients use both. */
function parameter(call: EmulatedCall, name: string): string | undefined {
  const form = new URLSearchParams(call.body.toString('utf8'));
  return call.query.get(name) ?? form.get(name) ?? undefined;
}

function revoke(state: GoogleState, call: EmulatedCall): EmulatedAnswer {
  const token = parameter(call, 'token');
  if (!token) return refuse(400, 'invalid_request', 'Bad Request');
  return state.grants.revoke(token)
    ? { status: 200, body: {} }
    : refuse(400, 'invalid_token', 'Token expired or revoked');
}

function tokenInfo(state: GoogleState, call: EmulatedCall): EmulatedAnswer {
  const token = parameter(call, 'access_token') ?? bearerOf(call) ?? '';
  const access = state.grants.byAccess(token);
  if (!access) return refuse(400, 'invalid_token', 'Invalid Value');
  const { grant, expiresIn } = access;
  const { email, email_verified } = personClaims(grant);
  return {
    status: 200,
    body: {
      azp: state.clientId,
      aud: state.clientId,
      sub: subjectOf(grant.email),
      scope: grant.scopes.join(' '),
      exp: String(Math.floor(Date.now() / 1000) + expiresIn),
      expires_in: String(expiresIn),
      ...(typeof email === 'string' && { email, email_verified: String(email_verified) }),
      access_type: grant.refreshToken ? 'offline' : 'online',
    },
  };
}

function userInfo(state: GoogleState, call: EmulatedCall): EmulatedAnswer {
  const access = state.grants.byAccess(bearerOf(call) ?? '');
  if (!access?.grant.scopes.includes('openid')) {
    return refuse(401, 'invalid_request', 'Invalid Credentials');
  }
  return { status: 200, body: personClaims(access.grant) };
}

function discovery({ oauthOrigin, apiOrigin }: GoogleState): EmulatedAnswer {
  return {
    status: 200,
    headers: { 'cache-control': 'public, max-age=3600' },
    body: {
      issuer: oauthOrigin,
      authorization_endpoint: `${oauthOrigin}/o/oauth2/v2/auth`,
      token_endpoint: `${oauthOrigin}/token`,
      userinfo_endpoint: `${oauthOrigin}/v1/userinfo`,
      revocation_endpoint: `${oauthOrigin}/revoke`,
      jwks_uri: `${apiOrigin}/oauth2/v3/certs`,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      scopes_supported: ['openid', 'email', 'profile'],
      token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
      claims_supported: ['aud', 'email', 'email_verified', 'exp', 'iat', 'iss', 'name', 'picture', 'sub'],
      code_challenge_methods_supported: ['plain', 'S256'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
    },
  };
}
