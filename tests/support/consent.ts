/** Consent at an emulated platform, as a browser gives it: the address to open, and where the platform sends back. */
import { z } from 'zod';
import { type Platforms, platformOwner } from './platform-service.ts';
import type { TestService } from './service.ts';

export type OAuthPlatform = 'airtable' | 'google';

/** The emulated platforms send owners back to this service. */
export function expectConsentFor({ airtable, google }: Platforms, { environment }: TestService): void {
  const callback = `http://localhost:${environment['PORT']}/connections/callback`;
  airtable.redirectUris = [callback];
  google.redirectUris = [callback];
}

const listShape = z.object({
  connections: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string().optional(),
      account: z.string().optional(),
      platform: z.string(),
      state: z.string(),
      createdAt: z.iso.datetime(),
    }),
  ),
});

export async function listedConnections(service: TestService, email = platformOwner) {
  return listShape.parse(await service.command('connection', 'list', email)).connections;
}

/** The address that the owner is to open. */
export async function beginConsent(
  service: TestService,
  platform: OAuthPlatform,
  ...words: readonly string[]
): Promise<URL> {
  const { url } = await service.command(
    'connection',
    'authorize',
    platformOwner,
    '--platform',
    platform,
    ...words,
  );
  return new URL(String(url));
}

/** Opens it; answers the address that the platform sends the browser to. */
export async function giveConsent(address: URL): Promise<URL> {
  const answer = await fetch(address, { redirect: 'manual' });
  const location = answer.headers.get('location');
  if (answer.status !== 302 || location === null) throw new Error(`No consent: ${await answer.text()}`);
  return new URL(location);
}

/** Follows it to the service. */
export function goBack(service: TestService, { pathname, search }: URL): Promise<Response> {
  return service.get(`${pathname.slice(1)}${search}`);
}

/** The whole way; answers the id of the new connection. */
export async function connectByConsent(service: TestService, platform: OAuthPlatform): Promise<string> {
  const before = (await listedConnections(service)).map(({ id }) => id);
  const answer = await goBack(service, await giveConsent(await beginConsent(service, platform)));
  if (answer.status !== 200) throw new Error(`Not connected: ${await answer.text()}`);
  const [made] = (await listedConnections(service)).filter(({ id }) => !before.includes(id));
  if (!made) throw new Error('No connection was made.');
  return made.id;
}

/** How often the token address of the platform was asked. */
export function tokenCalls(platforms: Platforms, platform: OAuthPlatform): number {
  return platforms[platform].oauth.calls.filter(({ method }) => method === 'POST').length;
}
