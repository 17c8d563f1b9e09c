/** First run, sign-in, Google, and a session that ends while somebody types, as a person sees them. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startGoogleEmulator } from '../../emulators/google/google-emulator.ts';
import { launchBrowser } from '../support/browser.ts';
import { expectAccessible, password, stranger, type Visitor, visitorOf } from '../support/dashboard.ts';
import { type ServiceOptions, startTestService, type TestService } from '../support/service.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const opened: AsyncDisposable[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each[Symbol.asyncDispose]();
});

async function serve(options: ServiceOptions = {}): Promise<TestService> {
  const service = await startTestService(options);
  opened.push(service);
  return service;
}

async function visit(service: TestService): Promise<Visitor> {
  const visitor = await stranger(browser, service);
  opened.push(visitor);
  return visitor;
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const alert = (page: Page) => page.getByRole('alert');

async function fillIn(page: Page, email: string, secret: string): Promise<void> {
  await page.getByLabel('E-mail', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.keyboard.press('Enter');
}

const endSessions = async (service: TestService): Promise<void> =>
  void (await service.database.db.deleteFrom('sessions').execute());

it('the printed link leads to the endpoints; a password lets its owner come back', async () => {
  const logLines: string[] = [];
  const service = await serve({ logLines });
  await service.publish('a\n1\n', '--name', 'Prices');
  const [, key] = /setup#([\w-]{32})/.exec(logLines.join('')) ?? [];
  const visitor = await visit(service);
  const { page } = visitor;
  await visitor.open('');
  await heading(page, 'Open the link printed in the terminal').waitFor();
  await expectAccessible(page);
  await visitor.open(`setup#${key}`);
  await heading(page, 'Welcome to Tablecast').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Start' }).click();
  await heading(page, 'Endpoints').waitFor();
  expect(page.url()).not.toContain('#');
  await page.getByText('Prices').first().waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Set an e-mail and password' }).click();
  await heading(page, 'Account').waitFor();
  await expectAccessible(page);
  await page.getByLabel('E-mail', { exact: true }).fill('ann@example.com');
  await page.getByLabel('Password', { exact: true }).fill('short');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect.poll(() => page.getByText('At least 8 characters.').count()).toBe(2);
  await page.getByLabel('Password', { exact: true }).fill('Password1!');
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.getByText('Too many people use this password').waitFor();
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.getByText('You can sign in with it from now on').waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await heading(page, 'Sign in to Tablecast').waitFor();
  await fillIn(page, 'ann@example.com', password);
  await heading(page, 'Endpoints').waitFor();
  await page.getByText('Prices').first().waitFor();
  await visitor.open(`setup#${key}`);
  await page.getByRole('button', { name: 'Start' }).click();
  await heading(page, 'This link does not work').waitFor();
  await expectAccessible(page);
});

it('signing out without a password asks first, and says how to come back', async () => {
  const logLines: string[] = [];
  const service = await serve({ logLines });
  const [, key] = /setup#([\w-]{32})/.exec(logLines.join('')) ?? [];
  const visitor = await visit(service);
  const { page } = visitor;
  await visitor.open(`setup#${key}`);
  await page.getByRole('button', { name: 'Start' }).click();
  await heading(page, 'Endpoints').waitFor();
  const signOut = page.getByRole('button', { name: 'Sign out', exact: true });
  const dialog = page.getByRole('dialog', { name: 'Sign out without a password?' });
  await signOut.click();
  await dialog.getByText('open the new link it prints in the terminal').waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.reload();
  await heading(page, 'Endpoints').waitFor();
  await signOut.click();
  await dialog.getByRole('link', { name: 'set an e-mail and password' }).click();
  await heading(page, 'Account').waitFor();
  await dialog.waitFor({ state: 'detached' });
  await signOut.click();
  await dialog.getByRole('button', { name: 'Sign out anyway' }).click();
  await heading(page, 'Open the link printed in the terminal').waitFor();
  await page.getByText('It prints a new one.').waitFor();
});

it('sign-in returns to the page that was asked for, and to no other site; attempts are limited', async () => {
  const service = await serve();
  await service.command('account', 'create', 'ann@example.com', '--password', password);
  const visitor = await visit(service);
  const { page } = visitor;
  await visitor.open('schedules?page=2');
  await heading(page, 'Sign in to Tablecast').waitFor();
  await fillIn(page, 'ann@example.com', 'wrong password');
  await expect.poll(() => alert(page).textContent()).toBe('E-mail or password is wrong.');
  expect(await page.getByLabel('E-mail', { exact: true }).inputValue()).toBe('ann@example.com');
  await fillIn(page, 'ann@example.com', password);
  await heading(page, 'Schedules').waitFor();
  expect(page.url()).toContain('/app/schedules?page=2');
  for (const next of ['//evil.example/', '/../../docs/', '/\\evil.example']) {
    await page.getByRole('button', { name: 'Sign out' }).click();
    await heading(page, 'Sign in to Tablecast').waitFor();
    await visitor.open(`sign-in?next=${encodeURIComponent(next)}`);
    await fillIn(page, 'ann@example.com', password);
    await heading(page, 'Endpoints').waitFor();
    expect(page.url()).toBe(`${service.url}/app/`);
  }
  await page.getByRole('button', { name: 'Sign out' }).click();
  await heading(page, 'Sign in to Tablecast').waitFor();
  await fillIn(page, 'ann@example.com', password);
  await expect.poll(() => alert(page).textContent()).toContain('Too many attempts');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByText('Ask the administrator').waitFor();
  expect(await page.getByRole('link', { name: 'Sign up' }).count()).toBe(0);
  await expectAccessible(page);
});

it('a session that ends while somebody types costs nothing that was typed', async () => {
  const service = await serve();
  const visitor = await visitorOf(browser, service, 'ann@example.com');
  opened.push(visitor);
  const { page } = visitor;
  await visitor.open('account');
  await page.getByLabel('Current password').fill(password);
  await page.getByLabel('New password').fill('the new password');
  await endSessions(service);
  await page.getByRole('button', { name: 'Change password' }).click();
  const dialog = page.getByRole('dialog', { name: 'Please sign in again' });
  await dialog.waitFor();
  await expectAccessible(page);
  await dialog.getByLabel('Password', { exact: true }).fill('wrong password');
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await dialog.getByText('E-mail or password is wrong.').waitFor();
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await page.getByLabel('New password').inputValue()).toBe('the new password');
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('Your password is changed').waitFor();
});

it('who signs in again as somebody else sees nothing of the page before', async () => {
  const service = await serve();
  await service.publish('a\n1\n');
  const visitor = await visitorOf(browser, service, 'ann@example.com');
  opened.push(visitor);
  const { page } = visitor;
  await service.publish('a\n1\n', '--owner', 'ann@example.com', '--name', 'Of Ann');
  await service.command('account', 'create', 'eve@example.com', '--password', password);
  await visitor.open('');
  await page.getByText('Of Ann').first().waitFor();
  await endSessions(service);
  await page.getByRole('link', { name: 'Account', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Please sign in again' });
  await dialog.getByLabel('E-mail', { exact: true }).fill('eve@example.com');
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await heading(page, 'Endpoints').waitFor();
  await page.getByRole('link', { name: 'Account', exact: true }).click();
  await page.getByRole('cell', { name: 'eve@example.com' }).waitFor();
  expect(await page.getByText('ann@example.com').count()).toBe(0);
});

async function withGoogle(environment: Record<string, string> = {}) {
  const google = await startGoogleEmulator();
  opened.push(google);
  const service = await serve({
    environment: {
      GOOGLE_OAUTH_URL: google.oauth.origin,
      GOOGLE_API_URL: google.api.origin,
      GOOGLE_CLIENT_ID: google.clientId,
      GOOGLE_CLIENT_SECRET: google.clientSecret,
      ...environment,
    },
  });
  // Google sends back to the origin of BASE_URL.
  const origin = `http://localhost:${service.environment['PORT']}`;
  google.redirectUris.push(`${origin}/api/auth/callback/google`);
  const { page } = await visit(service);
  return { google, service, page, open: (path: string) => page.goto(`${origin}/app/${path}`) };
}

const continueWithGoogle = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Continue with Google' }).click();

it('Google lets nobody in who has no account, while sign-up is closed; whoever has one is let in', async () => {
  const { google, service, page, open } = await withGoogle();
  await open('sign-in?next=%2Fusage');
  await expectAccessible(page);
  await continueWithGoogle(page);
  await expect
    .poll(() => alert(page).textContent())
    .toContain('There is no account with this Google address');
  await expectAccessible(page);
  expect(await service.command('account', 'list')).toEqual({ accounts: [] });
  await service.command('account', 'create', 'ada@example.com', '--password', password);
  google.unverifiedEmails.push('ada@example.com');
  await open('sign-in');
  await continueWithGoogle(page);
  await alert(page).waitFor();
  google.unverifiedEmails.pop();
  await open('sign-in?next=%2Fusage');
  await continueWithGoogle(page);
  await heading(page, 'Usage').waitFor();
  await open('account');
  await page.getByRole('cell', { name: 'password, Google' }).waitFor();
  const methods = await service.database.db.selectFrom('sign_in_methods').selectAll().execute();
  expect(methods.map(({ access_token, id_token }) => access_token ?? id_token)).toEqual([null, null]);
});

it('Google makes an account where sign-up is open, and signs in again over a page that stays', async () => {
  const { google, service, page, open } = await withGoogle({ SIGN_UP: 'open' });
  google.unverifiedEmails.push('ada@example.com');
  await open('sign-up');
  await continueWithGoogle(page);
  await expect.poll(() => alert(page).textContent()).toContain('Google has not verified the address');
  google.unverifiedEmails.pop();
  await continueWithGoogle(page);
  await heading(page, 'Endpoints').waitFor();
  expect(await service.command('account', 'show', 'ada@example.com')).toMatchObject({ plan: 'trial' });
  await open('account');
  await page.getByLabel('Password', { exact: true }).fill('half a password');
  await endSessions(service);
  await page.getByRole('button', { name: 'Create an API key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Please sign in again' });
  await dialog.getByRole('button', { name: 'Continue with Google' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('half a password');
  expect(page.context().pages()).toHaveLength(1);
});
