/**
 * A local Airtable that behaves like the real one for clients that read bases: tokens and OAuth, metadata, paged
 * lists of records, rate limits with their penalty, errors in every format. Its content and settings may be changed
 * while it runs.
 */
import { type EmulatorServer, serveEmulator } from '../emulator-server.ts';
import { answerApi } from './airtable-api.ts';
import type { AirtableBase } from './airtable-data.ts';
import { airtableFaults, airtableOAuthFaults } from './airtable-faults.ts';
import { type AirtableLimits, CallWindows } from './airtable-limits.ts';
import { createOAuth } from './airtable-oauth.ts';
import { AirtableTokens } from './airtable-tokens.ts';
import { RecordListings } from './record-listings.ts';

export interface AirtableEmulator extends AsyncDisposable {
  /** `/v0/…`. */
  readonly api: EmulatorServer;
  /** `/oauth2/v1/…`. */
  readonly oauth: EmulatorServer;
  readonly bases: AirtableBase[];
  limits: AirtableLimits;
  /** While true, data is refused because the monthly quota is used up; metadata still works. */
  billingLimitExceeded: boolean;
  /** Number of calls refused because of the limits. */
  readonly rateLimited: number;
  /** Invalidates the iterators of all lists that are being read. */
  expireIterators(): void;
  /** Returns a new token. `bases`: visible bases, default all; scopes: default both read scopes. */
  addPersonalToken(options?: { token?: string; bases?: string[]; scopes?: string[] }): string;
  /** Returns a pair of tokens, as after consent. */
  addGrant(options?: { bases?: string[]; scopes?: string[]; accessExpired?: boolean }): TokenPair;
  /** Revokes the token, or the grant that it belongs to. */
  revoke(token: string): void;
  /** Refresh tokens stay valid. */
  expireAccessTokens(): void;
  /** Number of successful refreshes. */
  readonly refreshes: number;
  readonly clientId: string;
  readonly clientSecret: string;
  redirectUris: string[];
  /** While true, the user denies consent. */
  refuseConsent: boolean;
  /** While true, the user is shown a page, and consents by its link. */
  asksForConsent: boolean;
  close(): Promise<void>;
}

export interface TokenPair {
  readonly accessToken: string;
  readonly refreshToken: string;
}

export async function startAirtableEmulator(
  options: { port?: number; oauthPort?: number; now?: () => number } = {},
): Promise<AirtableEmulator> {
  const tokens = new AirtableTokens();
  const windows = new CallWindows(options.now ?? (() => performance.now()));
  const listings = new RecordListings();
  const bases: AirtableBase[] = [];
  const limits: AirtableLimits = { perBase: 5, perUser: 50, penaltyMs: 30_000 };
  const redirectUris: string[] = [];
  const world = {
    bases,
    limits,
    billingLimitExceeded: false,
    clientId: 'emulated-airtable-integration',
    clientSecret: 'emulated-airtable-secret',
    redirectUris,
    refuseConsent: false,
    asksForConsent: false,
    tokens,
    windows,
    listings,
    get rateLimited() {
      return windows.refused;
    },
    get refreshes() {
      return tokens.refreshes;
    },
    expireIterators: () => listings.loseAll(),
    addPersonalToken: tokens.addPersonal.bind(tokens),
    addGrant: (grant?: Parameters<AirtableEmulator['addGrant']>[0]) => {
      const { accessToken, refreshToken } = tokens.addGrant(grant);
      return { accessToken, refreshToken };
    },
    revoke: (token: string) => tokens.revoke(token),
    expireAccessTokens: () => tokens.expireAccess(),
  };
  const [api, oauth] = await Promise.all([
    serveEmulator({
      port: options.port,
      namedFaults: airtableFaults,
      answer: (call) => answerApi(world, call),
    }),
    serveEmulator({ port: options.oauthPort, namedFaults: airtableOAuthFaults, answer: createOAuth(world) }),
  ]);
  const close = async (): Promise<void> => {
    await Promise.all([api.close(), oauth.close()]);
  };
  return Object.assign(world, { api, oauth, close, [Symbol.asyncDispose]: close });
}
