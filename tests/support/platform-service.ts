/**
 * The service together with the emulated platforms it is pointed at, and an owner with a connection to each,
 * all made through the command line.
 */
import { type AirtableEmulator, startAirtableEmulator } from '../../emulators/airtable/airtable-emulator.ts';
import { type GoogleEmulator, startGoogleEmulator } from '../../emulators/google/google-emulator.ts';
import { type NotionEmulator, startNotionEmulator } from '../../emulators/notion/notion-emulator.ts';
import { emulatorSettings } from '../../emulators/start-emulators.ts';
import type { PlatformName } from '../../src/connections/platforms.ts';
import { type ServiceOptions, startTestService, type TestService } from './service.ts';

export interface Platforms extends AsyncDisposable {
  readonly airtable: AirtableEmulator;
  readonly notion: NotionEmulator;
  readonly google: GoogleEmulator;
  /** Settings that point a service at them. */
  readonly environment: Readonly<Record<string, string>>;
}

export async function startPlatforms(): Promise<Platforms> {
  const airtable = await startAirtableEmulator();
  const notion = await startNotionEmulator();
  const google = await startGoogleEmulator();
  const environment = emulatorSettings(airtable, notion, google);
  const close = async (): Promise<void> => {
    await Promise.all([airtable.close(), notion.close(), google.close()]);
  };
  return { airtable, notion, google, environment, [Symbol.asyncDispose]: close };
}

export const platformOwner = 'ops@example.com';

/** A service with an owner of a paid plan. */
export async function startPlatformService(
  { environment }: Platforms,
  options: ServiceOptions = {},
): Promise<TestService> {
  const service = await startTestService({
    ...options,
    environment: { ...environment, ...options.environment },
  });
  if (!options.from) await service.command('account', 'create', platformOwner, '--plan', 'pro');
  return service;
}

/** The id of a new connection of the owner. */
export async function connect(
  service: TestService,
  platform: PlatformName,
  ...words: readonly string[]
): Promise<string> {
  return String(
    (await service.command('connection', 'add', platformOwner, '--platform', platform, ...words))['id'],
  );
}

/** The id of a new endpoint of the owner. */
export async function createEndpoint(
  service: TestService,
  connection: string,
  ...words: readonly string[]
): Promise<string> {
  const made = await service.command(
    'endpoint',
    'create',
    platformOwner,
    '--connection',
    connection,
    ...(words.includes('--linked-records') ? [] : ['--linked-records', 'json']),
    ...words,
  );
  return String(made['id']);
}
