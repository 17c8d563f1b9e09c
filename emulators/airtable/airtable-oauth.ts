/**
 * OAuth of the emulated Airtable: the user consents immediately, or on a page if the test wants it; PKCE with S256 is
 * required, the client authenticates with a Basic header. An invalid client or redirect URI is never redirected; other errors are.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { EmulatedAnswer, EmulatedCall } from '../emulator-server.ts';
import { type AirtableGrant, accessLifeSeconds, refreshLifeSeconds } from './airtable-tokens.ts';
import type { AirtableWorld } from './airtable-world.ts';

interface AuthorizationCode {
  readonly redirectUri: string;
  readonly challenge: string;
  readonly scopes: readonly string[];
}

/** The scopes that the integration is registered for. */
const registeredScopes: readonly string[] = [
  'data.records:read',
  'schema.bases:read',
  'user.email:read',
  'data.records:write',
  'webhook:manage',
];

class OAuthRefusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(code: string, description: string, status = 400) {
    super(description);
    this.status = status;
    this.code = code;
  }
}

export function createOAuth(world: AirtableWorld): (call: EmulatedCall) => EmulatedAnswer {
  const codes = new Map<string, AuthorizationCode>();
  return (call) => {
    const wanted = `${call.method} ${call.path}`;
    if (wanted === 'GET /oauth2/v1/authorize') return authorize(world, codes, call.query);
    if (wanted !== 'POST /oauth2/v1/token') return { status: 404, body: { error: 'NOT_FOUND' } };
    try {
      return { status: 200, body: token(world, codes, call) };
    } catch (error) {
      if (!(error instanceof OAuthRefusal)) throw error;
      return { status: error.status, body: { error: error.code, error_description: error.message } };
    }
  };
}

function authorize(
  world: AirtableWorld,
  codes: Map<string, AuthorizationCode>,
  query: URLSearchParams,
): EmulatedAnswer {
  const redirectUri = query.get('redirect_uri') ?? '';
  if (query.get('client_id') !== world.clientId) return errorPage('The client_id is unknown.');
  if (!world.redirectUris.includes(redirectUri)) return errorPage('The redirect_uri is not registered.');
  if (world.asksForConsent && !query.has('agreed')) return consentPage(query);
  const back = new URL(redirectUri);
  const state = query.get('state');
  if (state) back.searchParams.set('state', state);
  const found = authorizeFault(world, query);
  if (found) {
    back.searchParams.set('error', found.code);
    back.searchParams.set('error_description', found.message);
    return redirect(back);
  }
  const code = randomBytes(32).toString('hex');
  const challenge = query.get('code_challenge') ?? '';
  codes.set(code, { redirectUri, challenge, scopes: scopesOf(query) });
  back.searchParams.set('code', code);
  back.searchParams.set('code_challenge', challenge);
  back.searchParams.set('code_challenge_method', 'S256');
  return redirect(back);
}

function authorizeFault(world: AirtableWorld, query: URLSearchParams): OAuthRefusal | undefined {
  const scopes = scopesOf(query);
  if (query.get('response_type') !== 'code')
    return new OAuthRefusal('unsupported_response_type', 'The response_type must be code.');
  if (!query.get('state')) return new OAuthRefusal('invalid_request', 'The state is missing.');
  if (scopes.length === 0 || new Set(scopes).size < scopes.length)
    return new OAuthRefusal('invalid_scope', 'The scope must name at least one scope, and each once.');
  if (scopes.some((scope) => !registeredScopes.includes(scope)))
    return new OAuthRefusal('invalid_scope', 'A scope is not registered for this integration.');
  if (query.get('code_challenge_method') !== 'S256')
    return new OAuthRefusal('invalid_request', 'The code_challenge_method must be S256.');
  if (!/^[A-Za-z0-9_-]{43}$/.test(query.get('code_challenge') ?? ''))
    return new OAuthRefusal('invalid_request', 'The code_challenge is missing or malformed.');
  if (world.refuseConsent) return new OAuthRefusal('access_denied', 'The user denied the request.');
  return undefined;
}

function token(world: AirtableWorld, codes: Map<string, AuthorizationCode>, call: EmulatedCall): unknown {
  if (!call.headers['content-type']?.startsWith('application/x-www-form-urlencoded'))
    throw new OAuthRefusal('invalid_request', 'The body must be application/x-www-form-urlencoded.');
  const form = new URLSearchParams(call.body.toString('utf8'));
  checkClient(world, call, form);
  const grantType = form.get('grant_type');
  if (grantType === 'authorization_code') return pairOf(world.tokens.addGrant(redeemed(codes, form)));
  if (grantType === 'refresh_token') return pairOf(refreshed(world, form));
  throw new OAuthRefusal('unsupported_grant_type', 'The grant_type is not supported.');
}

/** The integration has a secret, so the header is required; a `client_id` in the body must match it. */
function checkClient(world: AirtableWorld, { headers }: EmulatedCall, form: URLSearchParams): void {
  const [, credentials = ''] = /^Basic +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  const isKnown =
    Buffer.from(credentials, 'base64').toString('utf8') === `${world.clientId}:${world.clientSecret}`;
  if (!isKnown || (form.get('client_id') ?? world.clientId) !== world.clientId)
    throw new OAuthRefusal('invalid_client', 'Client authentication failed.', 401);
}

function redeemed(
  codes: Map<string, AuthorizationCode>,
  form: URLSearchParams,
): { scopes: readonly string[] } {
  const verifier = form.get('code_verifier') ?? '';
  if (!/^[A-Za-z0-9._-]{43,128}$/.test(verifier))
    throw new OAuthRefusal('invalid_request', 'The code_verifier is missing or malformed.');
  const name = form.get('code') ?? '';
  const code = codes.get(name);
  codes.delete(name);
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  if (!code || code.redirectUri !== form.get('redirect_uri') || code.challenge !== challenge)
    throw new OAuthRefusal('invalid_grant', 'The code, its verifier or its redirect_uri is not valid.');
  return { scopes: code.scopes };
}

function refreshed({ tokens }: AirtableWorld, form: URLSearchParams): AirtableGrant {
  const refreshToken = form.get('refresh_token');
  if (!refreshToken) throw new OAuthRefusal('invalid_request', 'The refresh_token is missing.');
  const grant = tokens.refreshable(refreshToken);
  if (!grant) throw new OAuthRefusal('invalid_grant', 'Token has been expired or revoked.');
  const narrowed = scopesOf(form);
  if (narrowed.some((scope) => !grant.scopes.includes(scope)))
    throw new OAuthRefusal('invalid_scope', 'A scope was not granted.');
  if (narrowed.length > 0) grant.scopes = narrowed;
  return tokens.rotate(grant);
}

function pairOf(grant: AirtableGrant): unknown {
  return {
    access_token: grant.accessToken,
    refresh_token: grant.refreshToken,
    token_type: 'Bearer',
    scope: grant.scopes.join(' '),
    expires_in: accessLifeSeconds,
    refresh_expires_in: refreshLifeSeconds,
  };
}

function scopesOf(parameters: URLSearchParams): string[] {
  return (parameters.get('scope') ?? '').split(' ').filter(Boolean);
}

function redirect(to: URL): EmulatedAnswer {
  return { status: 302, headers: { location: to.href } };
}

function consentPage(query: URLSearchParams): EmulatedAnswer {
  const agreed = new URLSearchParams([...query, ['agreed', 'true']]);
  const body = `<!doctype html><title>Airtable</title><h1>Give access?</h1><a href="?${agreed.toString().replaceAll('&', '&amp;')}">Grant access</a>`;
  return { status: 200, body };
}

function errorPage(why: string): EmulatedAnswer {
  return {
    status: 400,
    body: `<!doctype html><title>Airtable</title><h1>Something went wrong</h1><p>${why}</p>`,
  };
}
