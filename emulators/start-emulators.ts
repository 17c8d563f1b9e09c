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
import { type StripeEmulator, startStripeEmulator } from './stripe/stripe-emulator.ts';

export interface Emulators {
  readonly airtable: AirtableEmulator;
  readonly notion: NotionEmulator;
  readonly google: GoogleEmulator;
  readonly stripe: StripeEmulator;
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
  readonly stripe: DescribedPlatform;
}

interface DescribedPlatform {
  /** `POST <origin>/_emulator/faults {"name":"…"}` enables a fault, `DELETE` clears all. */
  readonly origin: string;
  readonly faults: string;
}

/**
 * Uses six ports starting at `port`, or any free ports. `redirectUri` is the OAuth redirect URI, `eventsUrl` where
 * Stripe sends its events.
 */
export async function startEmulators(
  options: {
    readonly port?: number | undefined;
    readonly redirectUri?: string;
    readonly eventsUrl?: string;
  } = {},
): Promise<Emulators> {
  const at = (place: number): { port?: number } =>
    options.port === undefined ? {} : { port: options.port + place };
  const second = (place: number): { oauthPort?: number } =>
    options.port === undefined ? {} : { oauthPort: options.port + place };
  const airtable = await startAirtableEmulator({ ...at(0), ...second(1) });
  const notion = await startNotionEmulator(at(2));
  const google = await startGoogleEmulator({ ...at(3), ...second(4) });
  const stripe = await startStripeEmulator(at(5));
  stripe.deliverTo(options.eventsUrl);
  if (options.redirectUri !== undefined) {
    airtable.redirectUris.push(options.redirectUri);
    const signIn = new URL('/api/auth/callback/google', options.redirectUri).href;
    google.redirectUris.push(options.redirectUri, signIn);
  }
  return {
    airtable,
    notion,
    google,
    stripe,
    described: describe(airtable, notion, google, stripe),
    close: async () => {
      await Promise.all([airtable.close(), notion.close(), google.close(), stripe.close()]);
    },
  };
}

function describe(
  airtable: AirtableEmulator,
  notion: NotionEmulator,
  google: GoogleEmulator,
  stripe: StripeEmulator,
): DescribedEmulators {
  const place = (origin: string): DescribedPlatform => ({ origin, faults: `${origin}/_emulator/faults` });
  return {
    environment: {
      ...emulatorSettings(airtable, notion, google),
      STRIPE_API_URL: stripe.server.origin,
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    },
    airtable: {
      ...place(airtable.api.origin),
      token: airtable.addPersonalToken(),
      ...airtable.addGrant(),
      ids: seedAirtable(airtable),
    },
    notion: { ...place(notion.api.origin), token: notion.addToken(), ids: seedNotion(notion) },
    google: { ...place(google.api.origin), ...google.addGrant(), ids: seedGoogle(google) },
    stripe: place(stripe.server.origin),
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
