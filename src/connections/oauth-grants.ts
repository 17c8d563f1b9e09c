/**
 * The token address of OAuth (contract 5.5.3): a code for the first pair of tokens, a refresh token for the next. A
 * request whose response never came is not sent again here: where refresh tokens rotate, a second try with the same one
 * can end the whole grant.
 */

import {
  authorizationCodeGrantRequest,
  processAuthorizationCodeResponse,
  processRefreshTokenResponse,
  ResponseBodyError,
  refreshTokenGrantRequest,
  type TokenEndpointResponse,
} from 'oauth4webapi';
import { cleanText } from '../base/clean-text.ts';
import type { Config } from '../config/config.ts';
import type { OAuthAddresses } from '../platform/platform.ts';
import type { NewCredential } from './connection.ts';
import { type OAuthClient, oauthClient } from './oauth-client.ts';

export interface Grant {
  readonly accessToken: string;
  /** Null: keep the one before. */
  readonly refreshToken: string | null;
  readonly expiresInSeconds: number | null;
  /** Null when the response does not tell. */
  readonly scopes: readonly string[] | null;
}

/** The platform refuses; `busy` when another refresh of the same grant is under way. */
export class GrantRefusal extends Error {
  override readonly name = 'GrantRefusal';
  readonly kind: 'refused' | 'busy' | 'client' | 'transient';

  constructor(kind: GrantRefusal['kind'], message: string) {
    super(message);
    this.kind = kind;
  }
}

interface CodeToExchange {
  /** As `validateAuthResponse` gave them. */
  readonly callback: URLSearchParams;
  readonly redirectUri: string;
  readonly verifier: string;
}

export async function exchangeCode(
  client: OAuthClient,
  { callback, redirectUri, verifier }: CodeToExchange,
): Promise<Grant> {
  const { server, client: own, authentication, options } = client;
  return readGrant(
    await authorizationCodeGrantRequest(
      server,
      own,
      authentication,
      callback,
      redirectUri,
      verifier,
      options,
    ),
    (response) => processAuthorizationCodeResponse(server, own, response),
  );
}

export async function refreshGrant(
  config: Config,
  oauth: OAuthAddresses,
  refreshToken: string,
): Promise<Grant> {
  if (oauth.client(config).id === '') throw new GrantRefusal('client', 'no client id is set');
  const { server, client, authentication, options } = oauthClient(config, oauth);
  return readGrant(
    await refreshTokenGrantRequest(server, client, authentication, refreshToken, options),
    (response) => processRefreshTokenResponse(server, client, response),
  );
}

/** `before` is kept where the platform gives no new refresh token. */
export function credentialOf(grant: Grant, before: string | null, now: number): NewCredential {
  const { accessToken, refreshToken, expiresInSeconds } = grant;
  return {
    accessToken,
    refreshToken: refreshToken ?? before,
    expiresAt: expiresInSeconds === null ? null : now + expiresInSeconds * 1_000,
  };
}

async function readGrant(
  response: Response,
  read: (response: Response) => Promise<TokenEndpointResponse>,
): Promise<Grant> {
  try {
    const grant = await read(response);
    return {
      accessToken: grant.access_token,
      refreshToken: grant.refresh_token ?? null,
      expiresInSeconds: grant.expires_in ?? null,
      scopes: grant.scope?.split(' ').filter(Boolean) ?? null,
    };
  } catch (error) {
    throw refusalOf(response.status, error);
  }
}

/** Errors of the library carry the whole body, tokens included: of them only the message is kept. */
function refusalOf(status: number, error: unknown): GrantRefusal {
  const refused = error instanceof ResponseBodyError ? error : undefined;
  const words = refused
    ? [refused.error, refused.error_description]
    : [status, error instanceof Error && error.message];
  const message = cleanText(words.filter(Boolean).join(' '), 1_000);
  if (status === 409) return new GrantRefusal('busy', message);
  // A refusal without a word of OAuth comes from what stands before the platform: it says nothing of the grant.
  if (!refused || status === 429) return new GrantRefusal('transient', message);
  return new GrantRefusal(refused.error === 'invalid_client' ? 'client' : 'refused', message);
}
