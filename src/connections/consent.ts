/**
 * Connecting by OAuth (section 5): the address where the owner consents, and what is done with the code that
 * comes back. The state works once and for 15 minutes; PKCE binds the code to it.
 */
import {
  AuthorizationResponseError,
  calculatePKCECodeChallenge,
  generateRandomCodeVerifier,
  generateRandomState,
  validateAuthResponse,
} from 'oauth4webapi';
import type { AppContext } from '../app-context.ts';
import { digest } from '../digest.ts';
import type { OAuthAddresses } from '../platform.ts';
import { type Connected, type ConnectionWanted, connect } from './connect.ts';
import type { ConnectionContext } from './connection-context.ts';
import { insertConsent, removeConsentsBefore, takeConsent } from './consent-store.ts';
import { type OAuthClient, oauthClient } from './oauth-client.ts';
import { credentialOf, exchangeCode, type Grant } from './oauth-grants.ts';
import { isPlatformName, type PlatformName, platformOf } from './platforms.ts';

export class ConsentError extends Error {
  override readonly name = 'ConsentError';
}

const consentForMs = 15 * 60 * 1_000;

/** The address to open in a browser. */
export async function beginConsent(context: ConnectionContext, wanted: ConnectionWanted): Promise<string> {
  const { config, database, secrets, now } = context;
  const oauth = requireOauth(context, wanted.platform);
  const { server, client } = oauthClient(config, oauth);
  const [state, verifier] = [generateRandomState(), generateRandomCodeVerifier()];
  const stateDigest = digestOf(state);
  await insertConsent(database.db, {
    digest: stateDigest,
    account_id: wanted.accountId,
    platform: wanted.platform,
    connection_id: wanted.connectionId,
    verifier: secrets.seal(verifier, verifierBinding(stateDigest)),
    ends_at: now() + consentForMs,
  });
  const parameters = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri: redirectUri(context),
    response_type: 'code',
    scope: oauth.scopes.join(' '),
    state,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...oauth.authorizeParameters,
  });
  return `${server.authorization_endpoint}?${parameters}`;
}

/** `parameters`: what the platform sent the owner back with. */
export async function completeConsent(
  context: ConnectionContext,
  parameters: URLSearchParams,
): Promise<Connected> {
  const [state, ...otherStates] = parameters.getAll('state');
  if (state === undefined || otherStates.length > 0) {
    throw new ConsentError('The address has no state. Begin again.');
  }
  const { verifier, ...wanted } = await openConsent(context, state);
  const oauth = requireOauth(context, wanted.platform);
  const client = oauthClient(context.config, oauth);
  const callback = validCallback(client, parameters, state);
  const grant = await exchangeCode(client, { callback, redirectUri: redirectUri(context), verifier });
  requireScopes(oauth, grant);
  return connect(context, wanted, credentialOf(grant, null, context.now()));
}

export async function removeOldConsents({ database, now }: AppContext): Promise<void> {
  await removeConsentsBefore(database.db, now());
}

/** Takes it also when the owner has refused: the state is of no further use. */
async function openConsent({ database, secrets, now }: ConnectionContext, state: string) {
  const row = await takeConsent(database.db, digestOf(state));
  if (!row || row.ends_at < now() || !isPlatformName(row.platform)) {
    throw new ConsentError('This address has been used already or is too old. Begin again.');
  }
  return {
    accountId: row.account_id,
    platform: row.platform,
    connectionId: row.connection_id,
    verifier: secrets.open(row.verifier, verifierBinding(row.digest)),
  };
}

/** State, issuer (RFC 9207), no refusal, and one code: only then is the token address asked. */
function validCallback(
  { server, client }: OAuthClient,
  parameters: URLSearchParams,
  state: string,
): URLSearchParams {
  try {
    const callback = validateAuthResponse(server, client, parameters, state);
    const [code, ...otherCodes] = callback.getAll('code');
    if (code && otherCodes.length === 0 && !callback.has('error')) return callback;
  } catch (error) {
    if (!(error instanceof AuthorizationResponseError)) {
      throw new ConsentError('The response is not from the platform that was asked. Begin again.');
    }
  }
  throw new ConsentError(
    'The consent was not given. Nothing was connected; begin again if that was not what you wanted.',
  );
}

function redirectUri({ config }: AppContext): string {
  return `${config.baseUrl}/connections/callback`;
}

function digestOf(state: string): string {
  return digest('consent', state);
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

/** A person may have left some out. */
function requireScopes(oauth: OAuthAddresses, { scopes }: Grant): void {
  const missing = scopes === null ? [] : oauth.scopes.filter((scope) => !scopes.includes(scope));
  if (missing.length > 0) {
    throw new ConsentError(
      `These permissions were left out, but are needed: ${missing.join(', ')}. Begin again.`,
    );
  }
}
