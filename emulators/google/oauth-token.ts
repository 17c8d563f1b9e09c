/**
 * The token endpoint: exchanges codes with PKCE and refresh tokens for access tokens. The refresh token is never
 * rotated; a revoked or unknown one gives `invalid_grant`.
 */
import { createHash } from 'node:crypto';
import type { EmulatedAnswer, EmulatedCall } from '../emulator-server.ts';
import { type AuthorizationCode, accessSeconds, type Grant } from './google-grants.ts';
import type { GoogleState } from './google-state.ts';

export function tokenAnswer(state: GoogleState, call: EmulatedCall): EmulatedAnswer {
  const form = new URLSearchParams(call.body.toString('utf8'));
  const [id, secret] = clientOf(call, form);
  if (id !== state.clientId) return refuse(401, 'invalid_client', 'The OAuth client was not found.');
  if (secret !== state.clientSecret) return refuse(401, 'invalid_client', 'Unauthorized');
  const type = form.get('grant_type');
  if (type === 'authorization_code') return redeemCode(state, form);
  if (type === 'refresh_token') return refresh(state, form);
  return type === null
    ? refuse(400, 'invalid_request', 'Missing required parameter: grant_type')
    : refuse(400, 'unsupported_grant_type', `Invalid grant_type: ${type}`);
}

export function refuse(status: number, error: string, description: string): EmulatedAnswer {
  return { status, body: { error, error_description: description } };
}

function clientOf(call: EmulatedCall, form: URLSearchParams): [string | null, string | null] {
  const [, basic] = /^Basic (.+)$/i.exec(call.headers.authorization ?? '') ?? [];
  if (!basic) return [form.get('client_id'), form.get('client_secret')];
  const [id = '', secret = ''] = Buffer.from(basic, 'base64').toString('utf8').split(':');
  return [decodeURIComponent(id), decodeURIComponent(secret)];
}

function redeemCode(state: GoogleState, form: URLSearchParams): EmulatedAnswer {
  const text = form.get('code');
  if (!text) return refuse(400, 'invalid_request', 'Missing required parameter: code');
  const code = state.grants.takeCode(text);
  if (!code || code.grant.revoked) return refuse(400, 'invalid_grant', 'Malformed auth code.');
  if (form.get('redirect_uri') !== code.redirectUri)
    return refuse(400, 'redirect_uri_mismatch', 'Bad Request');
  const fault = verifierFault(code, form.get('code_verifier'));
  if (fault) return refuse(400, 'invalid_grant', fault);
  return tokens(state, code.grant, { nonce: code.nonce, isFirst: true });
}

function verifierFault(code: AuthorizationCode, verifier: string | null): string | undefined {
  if (code.challenge === undefined) return undefined;
  if (!verifier) return 'Missing code verifier.';
  const hashed = createHash('sha256').update(verifier).digest('base64url');
  return (code.isPlainChallenge ? verifier : hashed) === code.challenge
    ? undefined
    : 'Invalid code verifier.';
}

function refresh(state: GoogleState, form: URLSearchParams): EmulatedAnswer {
  const token = form.get('refresh_token');
  if (!token) return refuse(400, 'invalid_request', 'Missing required parameter: refresh_token');
  const grant = state.grants.byRefresh(token);
  if (!grant) return refuse(400, 'invalid_grant', 'Token has been expired or revoked.');
  state.grants.refreshes += 1;
  return tokens(state, grant, { nonce: undefined, isFirst: false });
}

function tokens(
  state: GoogleState,
  grant: Grant,
  { nonce, isFirst }: { nonce: string | undefined; isFirst: boolean },
): EmulatedAnswer {
  const accessToken = state.grants.issueAccess(grant);
  const { clientId, oauthOrigin: issuer } = state;
  const idToken = state.idTokens.issue({ grant, issuer, clientId, accessToken, nonce });
  return {
    status: 200,
    headers: { 'cache-control': 'no-cache, no-store, max-age=0, must-revalidate' },
    body: {
      access_token: accessToken,
      expires_in: accessSeconds,
      ...(isFirst && grant.refreshToken && { refresh_token: grant.refreshToken }),
      scope: grant.scopes.join(' '),
      token_type: 'Bearer',
      ...(idToken && { id_token: idToken }),
    },
  };
}
