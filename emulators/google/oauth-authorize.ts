/**
 * The consent screen: responds immediately as if the user had agreed, without the deselected scopes. An invalid
 * client or redirect URI is shown on a page and never redirected; a refresh token is issued only with
 * `access_type=offline` and `prompt=consent`.
 */
import type { EmulatedAnswer, EmulatedCall } from '../emulator-server.ts';
import { defaultEmail } from './google-data.ts';
import { longScope } from './google-grants.ts';
import type { GoogleState } from './google-state.ts';

export function authorize(state: GoogleState, { query }: EmulatedCall): EmulatedAnswer {
  const redirectUri = query.get('redirect_uri') ?? '';
  const fault = pageError(state, query);
  if (fault) return fault;
  const asked = (query.get('scope') ?? '').split(' ').filter(Boolean);
  const email = query.get('login_hint') ?? defaultEmail;
  const before = state.grants.scopesOf(email);
  if (query.get('prompt') === 'none' && asked.some((scope) => !before.includes(longScope(scope)))) {
    return redirect(redirectUri, query, { error: 'interaction_required' });
  }
  const unticked = state.untickedScopes.splice(0).map(longScope);
  const given = asked.map(longScope).filter((scope) => !unticked.includes(scope));
  if (given.length === 0) return redirect(redirectUri, query, { error: 'access_denied' });
  const scopes = query.get('include_granted_scopes') === 'true' ? [...new Set([...given, ...before])] : given;
  const isOffline = query.get('access_type') === 'offline' && isPrompted(query, 'consent');
  const code = state.grants.issueCode({
    grant: state.grants.add(email, scopes, isOffline),
    redirectUri,
    challenge: query.get('code_challenge') ?? undefined,
    isPlainChallenge: query.get('code_challenge_method') !== 'S256',
    nonce: query.get('nonce') ?? undefined,
  });
  return redirect(redirectUri, query, {
    code,
    scope: scopes.join(' '),
    authuser: '0',
    prompt: isPrompted(query, 'consent') ? 'consent' : 'none',
  });
}

function isPrompted(query: URLSearchParams, word: string): boolean {
  return (query.get('prompt') ?? '').split(' ').includes(word);
}

function pageError(state: GoogleState, query: URLSearchParams): EmulatedAnswer | undefined {
  if (query.get('client_id') !== state.clientId)
    return page(401, 'invalid_client', 'The OAuth client was not found.');
  if (!state.redirectUris.includes(query.get('redirect_uri') ?? '')) {
    return page(
      400,
      'redirect_uri_mismatch',
      "The redirect address of this request is not one of the app's own.",
    );
  }
  if (query.get('response_type') !== 'code') {
    return page(400, 'invalid_request', 'Required parameter is missing: response_type');
  }
  if (!query.get('scope')?.trim()) return page(400, 'invalid_request', 'Missing required parameter: scope');
  return undefined;
}

function page(status: number, error: string, text: string): EmulatedAnswer {
  const body = `<!doctype html><title>Error ${status}: ${error}</title><h1>Access blocked</h1><p>${text}</p><p>Error ${status}: ${error}</p>`;
  return { status, body };
}

function redirect(to: string, query: URLSearchParams, parameters: Record<string, string>): EmulatedAnswer {
  const url = new URL(to);
  const state = query.get('state');
  if (state !== null) url.searchParams.set('state', state);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return { status: 302, headers: { location: url.href } };
}
