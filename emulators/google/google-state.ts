/**
 * The state of the emulated Google, shared by its APIs: data, grants, quotas and switches.
 */
import type { DriveFile, GoogleSpreadsheet } from './google-data.ts';
import type { GoogleGrants } from './google-grants.ts';
import type { IdTokens } from './id-tokens.ts';

/** Calls per minute; null: no limit. */
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
  /** Use `driveFiles` to read it, which adds the spreadsheets. */
  readonly storedFiles: DriveFile[];
  redirectUris: string[];
  untickedScopes: string[];
  limits: GoogleLimits;
  rateLimited: number;
  storageFull: boolean;
  apiOrigin: string;
  oauthOrigin: string;
}
