/**
 * What oauth4webapi needs to know of a platform and of the service's client there (contract 5.5). Its requests go out
 * by `platform-http.ts`, like every call to a platform: within a time limit, without redirects, of bounded size.
 */
import {
  type AuthorizationServer,
  allowInsecureRequests,
  type Client,
  type ClientAuth,
  ClientSecretPost,
  type CustomFetchOptions,
  customFetch,
  None,
  type TokenEndpointRequestOptions,
} from 'oauth4webapi';
import type { Config } from '../config/config.ts';
import type { OAuthAddresses } from '../platform/platform.ts';
import { sendRequest } from './platform-http.ts';

export interface OAuthClient {
  readonly server: AuthorizationServer & { readonly authorization_endpoint: string };
  readonly client: Client;
  readonly authentication: ClientAuth;
  readonly options: TokenEndpointRequestOptions;
}

const tokenTimeLimitMs = 30_000;
const never = new AbortController().signal;

export function oauthClient(config: Config, oauth: OAuthAddresses): OAuthClient {
  const { id, secret } = oauth.client(config);
  const [authorizeUrl, tokenUrl] = [oauth.authorizeUrl(config), oauth.tokenUrl(config)];
  return {
    server: {
      issuer: new URL(authorizeUrl).origin,
      authorization_endpoint: authorizeUrl,
      token_endpoint: tokenUrl,
    },
    client: { client_id: id },
    authentication: authenticationOf(oauth, secret),
    options: {
      // Plain HTTP only where the configured address is so: an emulator on this machine.
      [allowInsecureRequests]: tokenUrl.startsWith('http:'),
      [customFetch]: sendTokenRequest,
    },
  };
}

function authenticationOf({ clientAuthentication }: OAuthAddresses, secret: string): ClientAuth {
  if (secret === '') return None();
  return clientAuthentication === 'body' ? ClientSecretPost(secret) : formEncodedBasic(secret);
}

/**
 * Basic with id and secret form-encoded (RFC 6749, 2.3.1). `ClientSecretBasic` of the library also encodes `-`
 * and `.`, which the form encoding leaves alone: a server that does not decode would not know the id any more.
 */
function formEncodedBasic(secret: string): ClientAuth {
  return (_server, { client_id }, _body, headers) => {
    headers.set('authorization', `Basic ${btoa(`${formEncoded(client_id)}:${formEncoded(secret)}`)}`);
  };
}

function formEncoded(text: string): string {
  return new URLSearchParams({ '': text }).toString().slice(1);
}

async function sendTokenRequest(
  url: string,
  { headers, body }: CustomFetchOptions<'POST', URLSearchParams>,
): Promise<Response> {
  const { status, json } = await sendRequest({
    method: 'POST',
    url,
    headers,
    body: body.toString(),
    timeLimitMs: tokenTimeLimitMs,
    signal: never,
  });
  const text = JSON.stringify(json, asLibraryExpects) ?? null;
  return new Response(text, { status, headers: { 'content-type': 'application/json' } });
}

/**
 * A pair that was given must not be lost for its form: null means absent, a token type may end in a space, and
 * nobody uses the id token.
 */
function asLibraryExpects(key: string, value: unknown): unknown {
  if (key === 'id_token' || value === null) return undefined;
  return key === 'token_type' && typeof value === 'string' ? value.trim() : value;
}
