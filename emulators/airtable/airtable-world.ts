/**
 * The state shared by all parts of the emulated Airtable: its content, issued credentials, and the settings that
 * tests change while it runs.
 */
import type { AirtableBase } from './airtable-data.ts';
import type { AirtableLimits, CallWindows } from './airtable-limits.ts';
import type { AirtableTokens } from './airtable-tokens.ts';
import type { RecordListings } from './record-listings.ts';

export interface AirtableWorld {
  readonly bases: AirtableBase[];
  limits: AirtableLimits;
  billingLimitExceeded: boolean;
  readonly clientId: string;
  readonly clientSecret: string;
  redirectUris: string[];
  refuseConsent: boolean;
  asksForConsent: boolean;
  readonly tokens: AirtableTokens;
  readonly windows: CallWindows;
  readonly listings: RecordListings;
}
