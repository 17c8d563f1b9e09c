/**
 * Everything the emulated Google remembers, shared by its interfaces: data, grants, quotas and switches.
 */
import type { DriveFile, GoogleSpreadsheet } from './google-data.ts';
import type { GoogleGrants } from './google-grants.ts';
import type { IdTokens } from './id-tokens.ts';

/** Calls a minute; null: no limit. */
export interface GoogleLimits {
  readsPerUser: number | null;
  readsPerProject: number | null;
  writesPerUser: number | null;
  writesPerProject: number | null;
}

export interface GoogleState {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly grants: GoogleGrants;
  readonly idTokens: IdTokens;
  readonly spreadsheets: GoogleSpreadsheet[];
  /** Read it through `driveFiles`, which adds the spreadsheets. */
  readonly storedFiles: DriveFile[];
  redirectUris: string[];
  untickedScopes: string[];
  limits: GoogleLimits;
  rateLimited: number;
  storageFull: boolean;
  apiOrigin: string;
  oauthOrigin: string;
}
