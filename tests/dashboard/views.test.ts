/** Views: a question is saved under a name, fetched, edited, scheduled, renewed and deleted; the second of two editors is told. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { digest } from '../../src/base/digest.ts';
import { launchBrowser } from '../support/browser.ts';
import { expectAccessible, visitorOf } from '../support/dashboard.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** Every scan looks at four views of the page. */
const slow = { timeout: 240_000 };
const csv = 'name,price\nwidget,10\ngadget,20\n';
const dear = 'SELECT name FROM service_table WHERE price > 15';

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

const built = (id: string, query: Record<string, string>): string =>
  `endpoints/${id}?query=${encodeURIComponent(new URLSearchParams(query).toString())}`;

it('what is built is saved as a view, fetched, edited, renewed and deleted', slow, async () => {
  await using ann = await visitorOf(browser, service, 'ann@example.com', '--plan', 'lite');
  const id = await service.publish(csv, '--owner', 'ann@example.com', '--name', 'Prices');
  const { page } = ann;
  await ann.open(`endpoints/${id}/views`);
  await page.getByRole('heading', { name: 'No views yet' }).waitFor();
  await expectAccessible(page);

  await ann.open(built(id, { type: 'json_values', sql: dear }));
  await page.getByRole('button', { name: 'Save as view' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save as view' });
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await dialog.getByText('Enter a name.').waitFor();
  await expectAccessible(page);
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Dear things');
  await dialog.getByRole('button', { name: 'Save view' }).click();
  const shown = page.getByRole('dialog', { name: 'The URL of Dear things' });
  await shown.getByRole('button', { name: 'Copy the URL' }).click();
  const url = await ann.copied();
  await expectAccessible(page);
  await shown.getByRole('button', { name: 'I have stored it' }).click();
  expect(await (await fetch(url)).text()).toBe('[["gadget"]]');

  await page.getByRole('tab', { name: 'Views' }).click();
  const row = page.getByRole('row', { name: /Dear things/ });
  await row.waitFor();
  await expectAccessible(page);
  await row.getByRole('link', { name: 'Edit Dear things' }).click();
  await page.getByText('View: Dear things').waitFor();
  const field = page.getByRole('textbox', { name: 'URL', exact: true });
  const own = `${service.url}/${id}`;
  const cheap = new URLSearchParams({ type: 'json_values', sql: dear.replace('>', '<') });
  await field.fill(`${own}?${cheap}`);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('Dear things is saved.').waitFor();
  expect(await (await fetch(url)).text()).toBe('[["widget"]]');
  await expectAccessible(page);

  await field.fill(`${own}?${new URLSearchParams({ sql: 'SELECT prce FROM service_table' })}`);
  await page.getByRole('button', { name: 'Save changes' }).click();
  const refusal = page.getByRole('alert').filter({ hasText: "We couldn't save the view" });
  await refusal.getByText("This query doesn't work: no such column: prce. Did you mean price?").waitFor();
  expect(await (await fetch(url)).text()).toBe('[["widget"]]');

  await page.getByRole('link', { name: 'All views' }).click();
  const more = async (item: string): Promise<void> => {
    await page.getByRole('button', { name: /^More for/ }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await more('Rename');
  await page.getByRole('textbox', { name: 'Name' }).fill('Cheap things');
  await page.getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('row', { name: /Cheap things/ }).waitFor();
  await more('Get a new URL');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Get a new URL' }).click();
  const renewed = page.getByRole('dialog', { name: 'The new URL' });
  await renewed.getByRole('button', { name: 'Copy the URL' }).click();
  const next = await ann.copied();
  await renewed.getByRole('button', { name: 'I have stored it' }).click();
  expect((await fetch(url)).status).toBe(404);
  expect(await (await fetch(next)).text()).toBe('[["widget"]]');
  await more('Delete');
  await page.getByRole('button', { name: 'Delete the view' }).click();
  await page.getByRole('heading', { name: 'No views yet' }).waitFor();
  expect((await fetch(next)).status).toBe(404);
});

it('of two people who edit one view the second is told, and of a deleted one that it is gone', async () => {
  await using ann = await visitorOf(browser, service, 'bo@example.com', '--plan', 'lite');
  const id = await service.publish(csv, '--owner', 'bo@example.com', '--name', 'Prices');
  const made = await service.command('proxy', 'create', id, '--param', 'type=xml');
  const hint = String(made['id']).slice(0, 6);
  const { page } = ann;
  await ann.open(`endpoints/${id}/views`);
  await page.getByRole('link', { name: `Edit View ${hint}…` }).click();
  await page.getByText(`View: View ${hint}…`).waitFor();
  await service.command('proxy', 'set', hint, '--param', 'type=csv', '--name', 'Theirs');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('Somebody else changed or deleted this view in the meantime.').waitFor();
  expect(await service.command('proxy', 'list', id)).toMatchObject({
    proxies: [{ name: 'Theirs', parameters: { type: 'csv' } }],
  });
  await service.command('proxy', 'delete', hint);
  await page.reload();
  await page.getByRole('heading', { name: "There's no such view" }).waitFor();
});

it('a schedule picks an endpoint and a view', async () => {
  await using cy = await visitorOf(browser, service, 'cy@example.com', '--plan', 'lite');
  const id = await service.publish(csv, '--owner', 'cy@example.com', '--name', 'Prices');
  const made = await service.command('proxy', 'create', id, '--name', 'Dear', '--param', `sql=${dear}`);
  const { page } = cy;
  await cy.open(`endpoints/${id}/views`);
  await page.getByRole('button', { name: 'More for Dear' }).click();
  await page.getByRole('menuitem', { name: 'Schedule' }).click();
  await page.getByRole('heading', { level: 1, name: 'New schedule' }).waitFor();
  const view = page.getByRole('combobox', { name: 'View' });
  await expect.poll(() => view.inputValue()).toBe(digest('proxy', String(made['id'])));
  await expectAccessible(page);
  await page.getByLabel('Name').fill('Every morning');
  await page.getByRole('button', { name: 'Create the schedule' }).click();
  await page.getByRole('heading', { level: 1, name: 'Every morning' }).waitFor();
  await page.getByRole('row', { name: 'View Dear' }).waitFor();
});

it('opens, downloads and copies on the endpoint, the list and the public page', slow, async () => {
  await using dan = await visitorOf(browser, service, 'dan@example.com', '--plan', 'lite');
  const id = await service.publish(csv, '--owner', 'dan@example.com', '--name', 'Prices');
  await service.command('endpoint', 'set', id, '--public', 'true');
  const { page } = dan;
  for (const path of ['', `endpoints/${id}`, `endpoints/${id}/use`, `t/${id}`]) {
    await dan.open(path);
    await page.getByRole('button', { name: /^Copy( the)? URL/ }).waitFor();
    const href = await page.getByRole('link', { name: 'Open Prices' }).getAttribute('href');
    expect([path, new URL(href ?? '').pathname]).toEqual([path, `/${id}`]);
    await page.getByRole('button', { name: 'Download Prices' }).click();
    const dialog = page.getByRole('dialog', { name: 'Download Prices' });
    const json = dialog.getByRole('link', { name: 'JSON records' });
    expect(await json.getAttribute('href')).toBe(`${href?.split('?')[0]}?type=json_records`);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  }
});
