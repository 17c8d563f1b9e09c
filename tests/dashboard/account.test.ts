/** The account page: password, sessions, API keys, the end of the account. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { expectAccessible, password, signIn, stranger, visitorOf } from '../support/dashboard.ts';
import { startTestService, type TestService } from '../support/service.ts';

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

it('an API key is shown once, works, and is deleted', { timeout: 120_000 }, async () => {
  await using visitor = await visitorOf(browser, service, 'ann@example.com', '--plan', 'lite');
  const { page } = visitor;
  await visitor.open('account');
  await page.getByRole('button', { name: 'Create an API key' }).click();
  const box = page.getByRole('dialog', { name: 'Your new API key' });
  await box.getByRole('button', { name: 'Copy the key' }).click();
  const key = await visitor.copied();
  expect(key).toMatch(/^tck_\w{44}$/);
  await page.keyboard.press('Escape');
  await expectAccessible(page);
  await box.getByRole('button', { name: 'I have copied it' }).click();
  await box.waitFor({ state: 'hidden' });
  expect(await page.content()).not.toContain(key);
  const use = async (): Promise<number> => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    return (await fetch(`${service.url}/urls/create`, { method: 'POST', headers, body: '{}' })).status;
  };
  expect(await use()).toBe(400);
  await page.getByRole('button', { name: `Delete the API key ${key.slice(0, 8)}…` }).click();
  const confirm = page.getByRole('dialog', { name: /Delete the API key/ });
  await confirm.waitFor();
  await expectAccessible(page);
  await confirm.getByRole('button', { name: 'Delete the key' }).click();
  await page.getByText('There is none yet.').waitFor();
  expect(await use()).toBe(401);
});

it('a session elsewhere is seen and ended; another password ends the others', async () => {
  await using visitor = await visitorOf(browser, service, 'bob@example.com', '--plan', 'lite');
  await using elsewhere = await stranger(browser, service);
  await signIn(elsewhere, service, 'bob@example.com');
  const { page } = visitor;
  await visitor.open('account');
  await page.getByText('this one').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^End the session of Chrome on Linux/ }).click();
  await page.getByText('The session has ended.').waitFor();
  await expect.poll(() => page.getByRole('button', { name: /^End the session/ }).count()).toBe(0);
  await elsewhere.open('account');
  await elsewhere.page.getByRole('heading', { level: 1, name: 'Sign in to Tablecast' }).waitFor();
  await page.getByLabel('Current password').fill('wrong password');
  await page.getByLabel('New password').fill('the new password');
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('The current password is wrong.').waitFor();
  await page.getByLabel('Current password').fill(password);
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('Your password is changed').waitFor();
  expect(await page.getByLabel('New password').inputValue()).toBe('');
});

it('the account is deleted when its address is typed, and its URLs stop', async () => {
  await using visitor = await visitorOf(browser, service, 'cleo@example.com', '--plan', 'lite');
  const id = await service.publish('a\n1\n', '--owner', 'cleo@example.com', '--name', 'Prices');
  const { page } = visitor;
  await visitor.open('account');
  await page.getByRole('button', { name: 'Delete the account…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete the account?' });
  await dialog.getByText('This URL stops working:').waitFor();
  await dialog.getByText('Prices').waitFor();
  await expectAccessible(page);
  const button = dialog.getByRole('button', { name: 'Delete the account' });
  expect(await button.isDisabled()).toBe(true);
  await dialog.getByLabel('Type cleo@example.com to confirm').fill('cleo@example.com');
  await button.click();
  await page.getByRole('heading', { level: 1, name: 'Sign in to Tablecast' }).waitFor();
  expect(await (await service.get(id)).json()).toMatchObject({ error: 'User ID not found' });
  await expect(service.command('account', 'show', 'cleo@example.com')).rejects.toThrow('There is no account');
});
