/** Connections at the dashboard: connected by OAuth and by token, stopped, put right, ended. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { seedNotion } from '../../emulators/notion/notion-seed.ts';
import { launchBrowser } from '../support/browser.ts';
import { expectConsentFor } from '../support/consent.ts';
import { expectAccessible, type Visitor, visitorOf } from '../support/dashboard.ts';
import { type Platforms, startPlatformService, startPlatforms } from '../support/platform-service.ts';
import type { TestService } from '../support/service.ts';
import { trustedProxy } from '../support/session.ts';
import { smallAirtable } from '../support/small-tables.ts';

let platforms: Platforms;
let service: TestService;
let browser: Browser;
let visits = 0;
let email: string;

beforeAll(async () => {
  platforms = await startPlatforms();
  const started = await startPlatformService(platforms, { environment: trustedProxy });
  // The name in BASE_URL, to which a platform sends the browser back.
  service = { ...started, url: `http://localhost:${started.environment['PORT']}` };
  expectConsentFor(platforms, service);
  seedNotion(platforms.notion);
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await service[Symbol.asyncDispose]();
  await platforms[Symbol.asyncDispose]();
});
beforeEach(() => {
  visits += 1;
  email = `ann${visits}@example.com`;
});

const visit = (): Promise<Visitor> => visitorOf(browser, service, email, '--plan', 'lite');
const dialogOf = (page: Page) => page.getByRole('dialog');

async function openDialog({ page, open }: Visitor, platform: string): Promise<void> {
  await open('connections');
  await page.getByRole('button', { name: `Connect ${platform}` }).click();
  await dialogOf(page).waitFor();
}

const listShape = z.object({ connections: z.array(z.object({ id: z.string(), platform: z.string() })) });
const connectionsOf = async () =>
  listShape.parse(await service.command('connection', 'list', email)).connections;

/** Connected by the command line; answers the ids of connection and endpoint. */
async function connectedEndpoint(token: string): Promise<{ connection: string; endpoint: string }> {
  const connected = await service.command(
    ...['connection', 'add', email, '--platform', 'airtable', '--token', token],
  );
  const connection = String(connected['id']);
  const { words } = smallAirtable(platforms.airtable);
  const made = await service.command(
    ...['endpoint', 'create', email, '--connection', connection, '--name', 'Orders', ...words],
  );
  return { connection, endpoint: String(made['id']) };
}

describe('by OAuth', () => {
  it('Airtable: the consent is given in the other window, which closes', async () => {
    await using ann = await visit();
    const { page } = ann;
    await ann.open('connections');
    await page.getByRole('heading', { name: 'Nothing is connected yet' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Connect Airtable' }).click();
    await dialogOf(page).getByRole('button', { name: 'Connect with Airtable' }).waitFor();
    await expectAccessible(page);
    platforms.airtable.asksForConsent = true;
    const opening = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Connect with Airtable' }).click();
    const popUp = await opening;
    await page.getByText('Waiting for you to agree').waitFor();
    await expectAccessible(page);
    const closing = popUp.waitForEvent('close');
    await popUp.getByRole('link', { name: 'Grant access' }).click();
    await closing;
    platforms.airtable.asksForConsent = false;
    await page.getByRole('heading', { level: 1, name: 'Airtable: usrEmulatedUser01' }).waitFor();
    await page.getByText('Working').first().waitFor();
    await page.getByText('None yet.').waitFor();
    expect(await connectionsOf()).toMatchObject([{ platform: 'airtable' }]);
  });

  it('Google, and what was refused before is told', async () => {
    await using ann = await visit();
    const { page } = ann;
    await openDialog(ann, 'Google');
    platforms.google.untickedScopes = ['https://www.googleapis.com/auth/drive.file'];
    await page.getByRole('button', { name: 'Connect with Google' }).click();
    await page.getByRole('alert').getByText('These permissions were left out').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Connect with Google' }).click();
    await page.getByRole('heading', { level: 1, name: /^Google: / }).waitFor();
    expect(await connectionsOf()).toMatchObject([{ platform: 'google' }]);
  });

  it('a blocked window is told, and a link leads there', async () => {
    await using ann = await visit();
    const { page, context } = ann;
    await page.addInitScript('window.open = () => null');
    await openDialog(ann, 'Airtable');
    await page.getByRole('button', { name: 'Connect with Airtable' }).click();
    await page.getByText('Your browser blocked the window').waitFor();
    await expectAccessible(page);
    const opening = context.waitForEvent('page');
    await page.getByRole('link', { name: 'Open Airtable in a new tab' }).click();
    const tab = await opening;
    await page.getByRole('heading', { level: 1, name: /^Airtable/ }).waitFor();
    await tab.close();
  });
});

describe('by token', () => {
  it('Airtable: a wrong one, one that lacks a scope, and one that sees bases', async () => {
    await using ann = await visit();
    const { page } = ann;
    const { base } = smallAirtable(platforms.airtable);
    await openDialog(ann, 'Airtable');
    await page.getByRole('button', { name: 'Use a token instead' }).click();
    const field = page.getByLabel('Airtable token');
    await field.fill('patWrong00000000.123');
    await page.getByText('Airtable does not accept the token').waitFor();
    await expectAccessible(page);
    await field.fill(platforms.airtable.addPersonalToken({ scopes: ['schema.bases:read'], bases: [base] }));
    await page.getByText('The token lacks data.records:read').waitFor();
    await expectAccessible(page);
    await field.fill(platforms.airtable.addPersonalToken({ bases: [base] }));
    await page.getByText('It sees 1 base:').waitFor();
    await page.getByText('usrEmulatedUser01').waitFor();
    await expectAccessible(page);
    await dialogOf(page).getByRole('button', { name: 'Connect Airtable' }).click();
    await page.getByRole('heading', { level: 1, name: 'Airtable: usrEmulatedUser01' }).waitFor();
    expect(await connectionsOf()).toMatchObject([{ platform: 'airtable' }]);
  });

  it('Notion', async () => {
    await using ann = await visit();
    const { page } = ann;
    await openDialog(ann, 'Notion');
    await page.getByLabel('Notion token').fill(platforms.notion.addToken());
    await page.getByText(/It sees \d+ databases:/).waitFor();
    await expectAccessible(page);
    await dialogOf(page).getByRole('button', { name: 'Connect Notion' }).click();
    await page.getByRole('heading', { level: 1, name: /^Notion/ }).waitFor();
    expect(await connectionsOf()).toMatchObject([{ platform: 'notion' }]);
  });
});

it('a stopped one is shown first; reconnected in place, its endpoint works at the same address', async () => {
  await using ann = await visit();
  const { page } = ann;
  const token = platforms.airtable.addPersonalToken();
  const { endpoint, connection } = await connectedEndpoint(token);
  platforms.airtable.revoke(token);
  expect((await service.get(endpoint)).status).toBe(423);
  await ann.open('connections');
  await page.getByText('has stopped').waitFor();
  await page.getByText('1 endpoint answers with an error').waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Airtable' }).click();
  await page.getByRole('link', { name: 'Orders' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Reconnect Airtable/ }).click();
  await page.getByRole('button', { name: 'Use a token instead' }).click();
  await page.getByLabel('Airtable token').fill(platforms.airtable.addPersonalToken());
  await dialogOf(page).getByRole('button', { name: 'Reconnect Airtable' }).click();
  await page.getByText('Airtable is connected again.').waitFor();
  await page.getByText('Working').first().waitFor();
  expect((await service.get(endpoint)).status).toBe(200);
  expect(await connectionsOf()).toMatchObject([{ id: connection }]);
  await page.getByRole('button', { name: 'Copy the URL of Orders' }).click();
  expect(await ann.copied()).toContain(endpoint);
});

it('disconnecting names the addresses that stop, and stops them', async () => {
  await using ann = await visit();
  const { page } = ann;
  const { endpoint, connection } = await connectedEndpoint(platforms.airtable.addPersonalToken());
  await ann.open(`connections/${connection}`);
  await page.getByRole('button', { name: 'Check now' }).click();
  await page.getByText('Airtable accepts it.').waitFor();
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await dialogOf(page).getByText(endpoint).waitFor();
  await expectAccessible(page);
  await dialogOf(page).getByRole('button', { name: 'Disconnect Airtable' }).click();
  await page.getByText('Airtable is disconnected').first().waitFor();
  expect((await service.get(endpoint)).status).toBe(423);
  await expectAccessible(page);
});

it('another account sees nothing of it', async () => {
  const { connection } = await (async () => {
    await using _ann = await visit();
    return connectedEndpoint(platforms.airtable.addPersonalToken());
  })();
  await using eve = await visitorOf(browser, service, `eve-${email}`);
  await eve.open(`connections/${connection}`);
  await eve.page.getByText('There is nothing at this address.').waitFor();
  await expectAccessible(eve.page);
});
