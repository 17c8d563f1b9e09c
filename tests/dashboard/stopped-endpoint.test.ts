/** An endpoint on a platform that answers nobody: its page says why, and how to mend it. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { expectAccessible, visitorOf } from '../support/dashboard.ts';
import {
  connect,
  createEndpoint,
  type Platforms,
  platformOwner,
  startPlatforms,
} from '../support/platform-service.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { smallAirtable } from '../support/small-tables.ts';

/** Every scan looks at four views of the page. */
const slow = { timeout: 180_000 };

let platforms: Platforms;
let service: TestService;
let browser: Browser;

beforeAll(async () => {
  platforms = await startPlatforms();
  service = await startTestService({ environment: platforms.environment });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await service[Symbol.asyncDispose]();
  await platforms[Symbol.asyncDispose]();
});

it(
  'names fields that the platform has renamed, takes the table as it is, and leads to a new token',
  slow,
  async () => {
    const { airtable } = platforms;
    await using ann = await visitorOf(browser, service, platformOwner, '--plan', 'pro');
    const { page } = ann;
    const token = airtable.addPersonalToken();
    const connection = await connect(service, 'airtable', '--token', token);
    const { table, words } = smallAirtable(airtable);
    const id = await createEndpoint(service, connection, ...words, '--fields', 'Name');
    const field = airtable.bases.flatMap(({ tables }) => tables).find((each) => each.id === table)?.fields[0];
    if (!field) throw new Error('the table has no field');
    field.name = 'Title';
    expect((await service.get(id)).status).toBe(409);

    await ann.open(`endpoints/${id}/settings`);
    await page.getByText('The source does not have Name any more').waitFor();
    await expectAccessible(page);
    await page.getByRole('checkbox', { name: 'Title' }).check();
    await page.getByRole('checkbox', { name: 'Name' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The settings are saved.').waitFor();
    expect((await service.get(id)).status).toBe(200);

    field.type = 'multilineText';
    expect((await service.get(id)).status).toBe(409);
    await ann.open(`endpoints/${id}`);
    await page.getByText('Your Airtable table has changed').waitFor();
    await page.getByText('The field "Title" has another type now.').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Accept the new columns' }).click();
    await page.getByText('The new columns are accepted.').waitFor();
    await page.getByText('Your Airtable table has changed').waitFor({ state: 'detached' });
    expect((await service.get(id)).status).toBe(200);

    airtable.revoke(token);
    expect((await service.get(id)).status).toBe(423);
    await ann.open(`endpoints/${id}/use`);
    await page.getByText('The connection to Airtable has stopped').waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Reconnect' }).click();
    await expect.poll(() => page.url()).toContain(`/connections/${connection}`);
  },
);
