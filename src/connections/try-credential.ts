/**
 * A credential is tried before a connection is made with it (contract 5.5.1): by one call, which also tells whose
 * account it is. An access token that has expired is refreshed first, if there is a refresh token.
 */

import type { Platform } from '../platform/platform.ts';
import { limitIdentity, type NewCredential } from './connection.ts';
import type { ConnectionContext } from './connection-context.ts';
import { credentialOf, GrantRefusal, refreshGrant } from './oauth-grants.ts';
import { sendRequest } from './platform-http.ts';
import { type PlatformName, platformOf } from './platforms.ts';
import { waitForRateLimits } from './rate-limit.ts';

interface TriedCredential {
  /** To be stored: another one than was given when it had to be refreshed. */
  readonly credential: NewCredential;
  /** Null when the platform accepts it, but does not tell whose it is. */
  readonly account: string | null;
}

/** Nothing can be connected by it; `unavailable` when the platform did not say anything about it. */
export class CredentialError extends Error {
  override readonly name = 'CredentialError';
  readonly kind: 'refused' | 'unavailable';

  constructor(kind: CredentialError['kind'], platform: Platform, reason: string) {
    super(oneLine(`${platform.name} ${kindTexts[kind](reason)}`));
    this.kind = kind;
  }
}

const kindTexts = {
  refused: (reason: string) =>
    `does not accept the token (${reason}). Nothing was connected: check that you copied all of it, that it has the scopes it needs and was not revoked, or create a new one.`,
  unavailable: (reason: string) =>
    `could not be asked whose token it is (${reason}). Nothing was connected: try again in a while.`,
} as const;

const callTimeLimitMs = 30_000;
const limitWaitMs = 60_000;
const maxAccountLength = 254;

export async function tryCredential(
  context: ConnectionContext,
  platformName: PlatformName,
  credential: NewCredential,
): Promise<TriedCredential> {
  const platform = platformOf(platformName);
  try {
    return { credential, account: await askAccount(context, platform, credential) };
  } catch (error) {
    if (!(error instanceof TokenExpired)) throw error;
  }
  const refreshed = await refresh(context, platform, credential);
  // The refreshed pair must not be lost: the one that was given may be worthless from now on.
  const account = await askAccount(context, platform, refreshed).catch(nullIfUnavailable);
  return { credential: refreshed, account };
}

/** It may work once it is refreshed. */
class TokenExpired extends CredentialError {}

async function askAccount(
  context: ConnectionContext,
  platform: Platform,
  credential: NewCredential,
): Promise<string | null> {
  const { status, json } = await callOnce(context, platform, credential).catch((error: unknown) => {
    throw new CredentialError(
      'unavailable',
      platform,
      error instanceof Error ? error.message : 'no response',
    );
  });
  if (status >= 200 && status < 300) return readAccount(platform, json);
  const { kind, code, message } = platform.refusal(status, json);
  const reason = [status, code, message].filter(Boolean).join(' ');
  if (kind === 'credential' && credential.refreshToken !== null) {
    throw new TokenExpired('refused', platform, reason);
  }
  const isRefused = kind === 'credential' || (kind === 'other' && status === 403);
  throw new CredentialError(isRefused ? 'refused' : 'unavailable', platform, reason);
}

async function callOnce(
  { config, database }: ConnectionContext,
  platform: Platform,
  credential: NewCredential,
) {
  const { path, scope } = platform.identity;
  const limits = platform.rateLimits(config, limitIdentity(credential), scope);
  const signal = AbortSignal.timeout(limitWaitMs);
  const permit = await waitForRateLimits(database, limits, signal);
  try {
    return await sendRequest({
      method: 'GET',
      url: `${platform.apiOrigin(config, path)}${path}`,
      headers: { ...platform.headers, authorization: `Bearer ${credential.accessToken}` },
      body: undefined,
      timeLimitMs: callTimeLimitMs,
      signal,
    });
  } finally {
    await permit.release();
  }
}

export function readAccount(platform: Platform, json: unknown): string | null {
  try {
    return oneLine(platform.identity.read(json)).trim().slice(0, maxAccountLength) || null;
  } catch {
    throw new CredentialError('unavailable', platform, 'it gave a response that could not be read');
  }
}

async function refresh(
  { config, now }: ConnectionContext,
  platform: Platform,
  { refreshToken }: NewCredential,
): Promise<NewCredential> {
  const { oauth } = platform;
  if (!oauth || refreshToken === null) throw new CredentialError('refused', platform, 'it has expired');
  try {
    return credentialOf(await refreshGrant(config, oauth, refreshToken), refreshToken, now());
  } catch (error) {
    const kind = error instanceof GrantRefusal ? error.kind : 'transient';
    const reason = error instanceof Error ? error.message : 'no response';
    const isRefused = kind === 'refused' || kind === 'client';
    throw new CredentialError(isRefused ? 'refused' : 'unavailable', platform, reason);
  }
}

function nullIfUnavailable(error: unknown): null {
  if (error instanceof CredentialError && error.kind === 'unavailable') return null;
  throw error;
}

/** What a platform says is printed: nothing in it may begin a line or change how it is shown. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');
}
