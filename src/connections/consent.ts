/**
 * Connecting by OAuth (section 5): the address where the owner consents, and what is done with the code that
 * comes back. The state works once and not for long; PKCE binds the code to it.
 */
import { hash, randomBytes } from 'node:crypto';
import type { AppContext } from '../app-context.ts';
import { digest } from '../digest.ts';
import type { OAuthAddresses } from '../platform.ts';
import { addConnection, renewConnection } from './connect.ts';
import type { ConnectionContext } from './connection-context.ts';
import { expiryOf } from './fresh-token.ts';
import { type Grant, requestGrant } from './oauth-grants.ts';
import { isPlatformName, type PlatformName, platformOf } from './platforms.ts';

export class ConsentError extends Error {
  override readonly name = 'ConsentError';
}

const consentForMs = 15 * 60 * 1_000;

export interface ConsentWanted {
  readonly accountId: string;
  readonly platform: PlatformName;
  /** A connection that is to be renewed. */
  readonly connectionId: string | null;
}

/** The address to open in a browser. */
export async function beginConsent(context: ConnectionContext, wanted: ConsentWanted): Promise<string> {
  const { config, database, secrets, now } = context;
  const oauth = requireOauth(context, wanted.platform);
  const state = randomBytes(32).toString('base64url');
  const verifier = randomBytes(48).toString('base64url');
  const stateDigest = digest('consent', state);
  await database.db
    .insertInto('consents')
    .values({
      digest: stateDigest,
      account_id: wanted.accountId,
      platform: wanted.platform,
      connection_id: wanted.connectionId,
      verifier: secrets.seal(verifier, verifierBinding(stateDigest)),
      ends_at: now() + consentForMs,
    })
    .execute();
  const parameters = new URLSearchParams({
    client_id: oauth.client(config).id,
    redirect_uri: redirectUri(context),
    response_type: 'code',
    scope: oauth.scopes.join(' '),
    state,
    code_challenge: hash('sha256', verifier, 'base64url'),
    code_challenge_method: 'S256',
    ...oauth.authorizeParameters,
  });
  return `${oauth.authorizeUrl(config)}?${parameters}`;
}

/** What the platform sends the owner back with. */
export interface ConsentGiven {
  readonly state: string;
  readonly code: string;
  /** Who says it has given the code; not every platform tells. */
  readonly issuer: string | undefined;
}

/** The id of the connection. */
export async function completeConsent(
  context: ConnectionContext,
  { state, code, issuer }: ConsentGiven,
): Promise<string> {
  const consent = await takeConsent(context, state);
  const oauth = requireOauth(context, consent.platform);
  requireIssuer(context, oauth, issuer);
  const grant = await requestGrant(context.config, oauth, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri(context),
    code_verifier: consent.verifier,
  });
  requireScopes(oauth, grant);
  const { accessToken, refreshToken } = grant;
  const credential = { accessToken, refreshToken, expiresAt: expiryOf(grant, context.now()) };
  if (consent.connectionId === null) {
    return (await addConnection(context, consent.accountId, consent.platform, credential)).id;
  }
  await renewConnection(context, consent.connectionId, credential);
  return consent.connectionId;
}

/** Also when the owner has refused: the state is of no further use. */
export async function takeConsent({ database, secrets, now }: ConnectionContext, state: string) {
  const stateDigest = digest('consent', state);
  const row = await database.db
    .deleteFrom('consents')
    .where('digest', '=', stateDigest)
    .returningAll()
    .executeTakeFirst();
  if (!row || row.ends_at < now() || !isPlatformName(row.platform)) {
    throw new ConsentError('This address has been used already or is too old. Begin again.');
  }
  return {
    accountId: row.account_id,
    platform: row.platform,
    connectionId: row.connection_id,
    verifier: secrets.open(row.verifier, verifierBinding(stateDigest)),
  };
}

export async function removeOldConsents({ database, now }: AppContext): Promise<void> {
  await database.db.deleteFrom('consents').where('ends_at', '<', now()).execute();
}

function redirectUri({ config }: AppContext): string {
  return `${config.baseUrl}/connections/callback`;
}

function verifierBinding(stateDigest: string): string {
  return `consents/${stateDigest}/verifier`;
}

function requireOauth({ config }: AppContext, platform: PlatformName): OAuthAddresses {
  const { oauth, name } = platformOf(platform);
  if (!oauth) throw new ConsentError(`${name} is connected by the token of an internal integration.`);
  if (oauth.client(config).id === '') {
    const setting = `${platform.toUpperCase()}_CLIENT_ID`;
    throw new ConsentError(`${name} is connected by OAuth only where the operator has set ${setting}.`);
  }
  return oauth;
}

/** The code of one platform is never shown to another (RFC 9207). */
function requireIssuer({ config }: AppContext, oauth: OAuthAddresses, issuer: string | undefined): void {
  if (issuer !== undefined && issuer !== new URL(oauth.authorizeUrl(config)).origin) {
    throw new ConsentError('The answer is not from the platform that was asked. Begin again.');
  }
}

/** A person may have left some out. */
function requireScopes(oauth: OAuthAddresses, { scopes }: Grant): void {
  const missing = scopes === null ? [] : oauth.scopes.filter((scope) => !scopes.includes(scope));
  if (missing.length > 0) {
    throw new ConsentError(
      `These permissions were left out, but are needed: ${missing.join(', ')}. Begin again.`,
    );
  }
}
