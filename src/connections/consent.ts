/**
 * Connecting by OAuth (contract 5.5.2): the address where the owner consents, and what is done with the code that comes
 * back. The state works once and for 15 minutes; PKCE binds the code to it.
 */

import {
  AuthorizationResponseError,
  calculatePKCECodeChallenge,
  generateRandomCodeVerifier,
  generateRandomState,
  validateAuthResponse,
} from 'oauth4webapi';
import type { AppContext } from '../app-context.ts';
import { digest } from '../base/digest.ts';
import { minuteMs } from '../base/durations.ts';
import { ServiceError } from '../errors/errors.ts';
import { inputRefused } from '../errors/refused-error.ts';
import type { OAuthAddresses } from '../platform/platform.ts';
import { type Connected, type ConnectionWanted, connect } from './connect.ts';
import type { ConnectionContext } from './connection-context.ts';
import { consentProblem, platformUnreachable } from './consent-problem.ts';
import {
  findConsent,
  insertConsent,
  isOwnerBlocked,
  type KeptConsent,
  removeConsentsBefore,
  settleConsent,
  takeConsent,
} from './consent-store.ts';
import { type OAuthClient, oauthClient } from './oauth-client.ts';
import { credentialOf, exchangeCode, type Grant } from './oauth-grants.ts';
import { isPlatformName, type PlatformName, platformOf } from './platforms.ts';

const consentForMs = 15 * minuteMs;

interface ConsentWanted extends ConnectionWanted {
  /** Begun in the dashboard: completed only in a browser that is signed in to the same account. */
  readonly needsSession?: boolean;
}

interface BegunConsent {
  readonly id: string;
  /** To be opened in a browser. */
  readonly address: string;
}

export async function beginConsent(context: ConnectionContext, wanted: ConsentWanted): Promise<BegunConsent> {
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
    needs_session: wanted.needsSession ? 1 : 0,
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
  return { id: stateDigest, address: `${server.authorization_endpoint}?${parameters}` };
}

/** The account of the browser's session, if it has one. */
type SignedInAs = () => Promise<string | undefined>;

export interface CompletedConsent extends Connected {
  /** Whose consent it was. */
  readonly accountId: string;
  /** It was there before, and works again. */
  readonly isRenewed: boolean;
}

/** `parameters`: what the platform sent the owner back with. */
export async function completeConsent(
  context: ConnectionContext,
  parameters: URLSearchParams,
  signedInAs: SignedInAs = async () => undefined,
): Promise<CompletedConsent> {
  const state = stateIn(parameters);
  if (state === undefined) throw inputRefused('The address has no state. Begin again.');
  const { db } = context.database;
  const consent = await takeConsent(db, digestOf(state));
  if (!consent || consent.ends_at < context.now()) {
    throw inputRefused('This address has been used already or is too old. Begin again.');
  }
  try {
    if (await isOwnerBlocked(db, consent)) throw new ServiceError('ownerBlocked');
    if (consent.needs_session === 1) requireSession(consent, await signedInAs());
    const connected = await connectConsent(context, consent, parameters, state);
    await settleConsent(db, consent.digest, { connectionId: connected.id });
    return { ...connected, accountId: consent.account_id, isRenewed: consent.connection_id !== null };
  } catch (error) {
    await settleConsent(db, consent.digest, { problem: consentProblem(error) ?? platformUnreachable });
    throw error;
  }
}

/** Whether the way back belongs to a consent that was begun in the dashboard. */
export async function isOfDashboard({ database }: AppContext, parameters: URLSearchParams): Promise<boolean> {
  const state = stateIn(parameters);
  return state !== undefined && (await findConsent(database.db, digestOf(state)))?.needs_session === 1;
}

async function connectConsent(
  context: ConnectionContext,
  consent: KeptConsent,
  parameters: URLSearchParams,
  state: string,
): Promise<Connected> {
  const { verifier, ...wanted } = opened(context, consent);
  const oauth = requireOauth(context, wanted.platform);
  const client = oauthClient(context.config, oauth);
  const callback = validCallback(client, parameters, state);
  const grant = await exchangeCode(client, { callback, redirectUri: redirectUri(context), verifier });
  requireScopes(oauth, grant);
  return connect(context, wanted, credentialOf(grant, null, context.now()));
}

/** Nobody can have the account of somebody else connected to their own by an address. */
function requireSession({ account_id }: KeptConsent, signedIn: string | undefined): void {
  if (signedIn === account_id) return;
  throw inputRefused(
    'This consent was begun in the dashboard, by an account that is not signed in in this browser. Nothing was connected. Sign in to the dashboard, and begin again there.',
  );
}

function stateIn(parameters: URLSearchParams): string | undefined {
  const [state, ...others] = parameters.getAll('state');
  return others.length > 0 ? undefined : state;
}

export async function removeOldConsents({ database, now }: AppContext): Promise<void> {
  await removeConsentsBefore(database.db, now());
}

function opened({ secrets }: ConnectionContext, consent: KeptConsent) {
  const { platform } = consent;
  if (!isPlatformName(platform)) throw inputRefused(`There is no platform ${platform} any more.`);
  return {
    accountId: consent.account_id,
    platform,
    connectionId: consent.connection_id,
    verifier: secrets.open(consent.verifier, verifierBinding(consent.digest)),
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
      throw inputRefused('The response is not from the platform that was asked. Begin again.');
    }
  }
  throw inputRefused(
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
  if (!oauth) throw inputRefused(`${name} is connected by the token of an internal integration.`, 'platform');
  if (oauth.client(config).id === '') {
    const setting = `${platform.toUpperCase()}_CLIENT_ID`;
    throw inputRefused(
      `${name} is connected by OAuth only where the operator has set ${setting}.`,
      'platform',
    );
  }
  return oauth;
}

/** A person may have left some out. */
function requireScopes(oauth: OAuthAddresses, { scopes }: Grant): void {
  const missing = scopes === null ? [] : oauth.scopes.filter((scope) => !scopes.includes(scope));
  if (missing.length > 0) {
    throw inputRefused(
      `These permissions were left out, but are needed: ${missing.join(', ')}. Begin again.`,
    );
  }
}
