/** The tab "Proxies": one is made, fetched, previewed and revoked. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { expectAccessible, visitorOf } from '../support/dashboard.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** Every scan looks at four views of the page. */
const slow = { timeout: 180_000 };

let service: TestService;
let browser: Browser;

beforeAll(async () => {
  service = await startTestService();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await service[Symbol.asyncDispose]();
});

it('a proxy with fixed parameters is made, fetched, previewed, revoked', slow, async () => {
  await using ann = await visitorOf(browser, service, 'ann@example.com', '--plan', 'lite');
  const csv = 'name,price\nwidget,10\ngadget,20\n';
  const id = await service.publish(csv, '--owner', 'ann@example.com', '--name', 'Prices');
  const { page } = ann;
  await ann.open(`endpoints/${id}/proxies`);
  await page.getByRole('heading', { name: 'No proxies yet' }).waitFor();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'New proxy' }).click();
  const dialog = page.getByRole('dialog', { name: 'New proxy' });
  await dialog.getByRole('combobox', { name: 'Parameter' }).fill('colour');
  await dialog.getByRole('combobox', { name: 'Value' }).fill('red');
  await dialog.getByRole('button', { name: 'Make the proxy' }).click();
  await dialog.getByText('There is no parameter colour').waitFor();
  await expectAccessible(page);
  await dialog.getByRole('combobox', { name: 'Parameter' }).fill('sql');
  await dialog
    .getByRole('combobox', { name: 'Value' })
    .fill('SELECT name FROM service_table WHERE price > 15');
  await dialog.getByRole('button', { name: 'Add a parameter' }).click();
  await dialog.getByRole('combobox', { name: 'Parameter' }).nth(1).fill('type');
  await dialog.getByRole('combobox', { name: 'Value' }).nth(1).fill('json_values');
  await dialog.getByRole('button', { name: 'Make the proxy' }).click();

  const shown = page.getByRole('dialog', { name: 'The URL of the proxy' });
  await shown.waitFor();
  await expectAccessible(page);
  await shown.getByRole('button', { name: 'Copy the URL' }).click();
  const url = await ann.copied();
  await shown.getByRole('button', { name: 'I have stored it' }).click();
  expect(await (await fetch(url)).text()).toBe('[["gadget"]]');

  const row = page.getByRole('row', { name: 'type=json_values' });
  await row.waitFor();
  await expectAccessible(page);
  await row.getByRole('button', { name: /^Preview the proxy/ }).click();
  await page.getByRole('region', { name: 'Preview as text' }).getByText('gadget').waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await row.getByRole('button', { name: /^Revoke the proxy/ }).click();
  await page.getByRole('dialog', { name: 'Revoke the proxy?' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Revoke the proxy', exact: true }).click();
  await page.getByRole('heading', { name: 'No proxies yet' }).waitFor();
  expect((await fetch(url)).status).toBe(404);
});
