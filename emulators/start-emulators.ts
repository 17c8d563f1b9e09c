/**
 * Starts all emulated platforms, seeded, with a credential for each and the settings of a service that uses them: for
 * manual tests and for the demo.
 */
import { type AirtableEmulator, startAirtableEmulator } from './airtable/airtable-emulator.ts';
import { type SeededAirtable, seedAirtable } from './airtable/airtable-seed.ts';
import { type GoogleEmulator, startGoogleEmulator } from './google/google-emulator.ts';
import { type SeededGoogle, seedGoogle } from './google/google-seed.ts';
import { type NotionEmulator, startNotionEmulator } from './notion/notion-emulator.ts';
import { type SeededNotion, seedNotion } from './notion/notion-seed.ts';

export interface Emulators {
  readonly airtable: AirtableEmulator;
  readonly notion: NotionEmulator;
  readonly google: GoogleEmulator;
  readonly described: DescribedEmulators;
  close(): Promise<void>;
}

export interface DescribedEmulators {
  /** Settings for a service that uses the emulators. */
  readonly environment: Readonly<Record<string, string>>;
  readonly airtable: DescribedPlatform & {
    readonly token: string;
    readonly accessToken: string;
    readonly refreshToken: string;
    readonly ids: SeededAirtable;
  };
  readonly notion: DescribedPlatform & { readonly token: string; readonly ids: SeededNotion };
  readonly google: DescribedPlatform & {
    readonly accessToken: string;
    readonly refreshToken: string;
    readonly ids: SeededGoogle;
  };
}

interface DescribedPlatform {
  /** `POST <origin>/_emulator/faults {"name":"…"}` enables a fault, `DELETE` clears all. */
  readonly origin: string;
  readonly faults: string;
}

/** Uses five ports starting at `port`, or any free ports. `redirectUri` is the OAuth redirect URI. */
export async function startEmulators(
  options: { readonly port?: number | undefined; readonly redirectUri?: string } = {},
): Promise<Emulators> {
  const at = (place: number): { port?: number } =>
    options.port === undefined ? {} : { port: options.port + place };
  const second = (place: number): { oauthPort?: number } =>
    options.port === undefined ? {} : { oauthPort: options.port + place };
  const airtable = await startAirtableEmulator({ ...at(0), ...second(1) });
  const notion = await startNotionEmulator(at(2));
  const google = await startGoogleEmulator({ ...at(3), ...second(4) });
  if (options.redirectUri !== undefined) {
    airtable.redirectUris.push(options.redirectUri);
    google.redirectUris.push(options.redirectUri);
  }
  return {
    airtable,
    notion,
    google,
    described: describe(airtable, notion, google),
    close: async () => {
      await Promise.all([airtable.close(), notion.close(), google.close()]);
    },
  };
}

function describe(
  airtable: AirtableEmulator,
  notion: NotionEmulator,
  google: GoogleEmulator,
): DescribedEmulators {
  const place = (origin: string): DescribedPlatform => ({ origin, faults: `${origin}/_emulator/faults` });
  return {
    environment: emulatorSettings(airtable, notion, google),
    airtable: {
      ...place(airtable.api.origin),
      token: airtable.addPersonalToken(),
      ...airtable.addGrant(),
      ids: seedAirtable(airtable),
    },
    notion: { ...place(notion.api.origin), token: notion.addToken(), ids: seedNotion(notion) },
    google: { ...place(google.api.origin), ...google.addGrant(), ids: seedGoogle(google) },
  };
}

export function emulatorSettings(
  airtable: AirtableEmulator,
  notion: NotionEmulator,
  google: GoogleEmulator,
): Readonly<Record<string, string>> {
  return {
    AIRTABLE_API_URL: airtable.api.origin,
    AIRTABLE_OAUTH_URL: airtable.oauth.origin,
    AIRTABLE_CLIENT_ID: airtable.clientId,
    AIRTABLE_CLIENT_SECRET: airtable.clientSecret,
    NOTION_API_URL: notion.api.origin,
    GOOGLE_API_URL: google.api.origin,
    GOOGLE_OAUTH_URL: google.oauth.origin,
    GOOGLE_CLIENT_ID: google.clientId,
    GOOGLE_CLIENT_SECRET: google.clientSecret,
  };
}
