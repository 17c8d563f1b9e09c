/** Sign-up, confirmation and new passwords by the mails that arrive, and by invitation. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { addInvitation } from '../../src/accounts/sign-in/invitation-store.ts';
import { launchBrowser } from '../support/browser.ts';
import { expectAccessible, password, signIn, stranger, type Visitor } from '../support/dashboard.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { sessionless } from '../support/session.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const opened: AsyncDisposable[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each[Symbol.asyncDispose]();
});

async function ground(environment: Record<string, string>): Promise<[TestService, Visitor]> {
  const service = await startTestService({ environment });
  opened.push(service);
  const visitor = await stranger(browser, service);
  opened.push(visitor);
  return [service, visitor];
}

async function mailing(): Promise<MailServer> {
  const server = await startMailServer();
  opened.push(server);
  return server;
}

/** The path below the dashboard of the link in the newest mail with the subject. */
async function linkIn(server: MailServer, subject: string): Promise<string> {
  await expect.poll(() => server.mails.map((mail) => mail.subject)).toContain(subject);
  const mail = server.mails.findLast((each) => each.subject === subject);
  return /\/app\/(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

it('a stranger signs up, confirms by the mail, works; later chooses a new password by mail', async () => {
  const server = await mailing();
  const [, visitor] = await ground({ SIGN_UP: 'open', SMTP_URL: server.url });
  const { page } = visitor;
  await visitor.open('');
  await page.getByRole('link', { name: 'Sign up' }).click();
  await expectAccessible(page);
  await page.getByLabel('E-mail', { exact: true }).fill('Zoe@example.com');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await heading(page, 'Check your e-mail').waitFor();
  await page.getByRole('button', { name: 'Send it again' }).click();
  await page.getByText('Sent again.').waitFor();
  await expectAccessible(page);
  await visitor.open(await linkIn(server, 'Confirm your e-mail address'));
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await heading(page, 'Endpoints').waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await visitor.open('verify#nonsense');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('This link has been used or has expired').waitFor();
  await expectAccessible(page);
  await visitor.open('forgot-password');
  await page.getByLabel('E-mail', { exact: true }).fill('zoe@example.com');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send me a link' }).click();
  await page.getByText('If there is an account with this address').waitFor();
  const link = await linkIn(server, 'Choose a new password');
  await visitor.open(link);
  await page.getByLabel('New password').fill('a newer password');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Set the password' }).click();
  await heading(page, 'Endpoints').waitFor();
  await visitor.open('sign-in');
  await visitor.open(link);
  await page.getByLabel('New password').fill('a third password');
  await page.getByRole('button', { name: 'Set the password' }).click();
  await page.getByText('This link has been used or has expired').waitFor();
});

it('a link that is opened elsewhere asks for the password; who is signed in there stays so', async () => {
  const server = await mailing();
  const [service, visitor] = await ground({ SIGN_UP: 'open', SMTP_URL: server.url });
  const eve = { email: 'eve@example.com', password };
  await sessionless(service).call('POST', '/api/auth/sign-up/email', eve);
  await service.command('account', 'create', 'ann@example.com', '--password', password);
  await signIn(visitor, service, 'ann@example.com');
  const { page } = visitor;
  await visitor.open(await linkIn(server, 'Confirm your e-mail address'));
  await heading(page, 'Confirm your address').waitFor();
  expect(page.url()).not.toContain('#');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByLabel('Password', { exact: true }).fill('lamp over the stairs');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('The password is wrong.').waitFor();
  await expectAccessible(page);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await heading(page, 'Your address is confirmed').waitFor();
  await expectAccessible(page);
  await visitor.open('account');
  await page.getByRole('cell', { name: 'ann@example.com' }).waitFor();
});

it('an invitation opens a form for its address; without mail one is signed in at once', async () => {
  const [service, visitor] = await ground({ SIGN_UP: 'invite' });
  const { page } = visitor;
  await visitor.open('sign-up');
  await page.getByText('You need an invitation').waitFor();
  const code = await addInvitation(service.database.db, 'zoe@example.com', Date.now());
  await visitor.open('sign-in');
  await visitor.open(`sign-up#invitation=${code}&email=zoe%40example.com`);
  expect(await page.getByLabel('E-mail', { exact: true }).inputValue()).toBe('zoe@example.com');
  expect(await page.getByLabel('E-mail', { exact: true }).isEditable()).toBe(false);
  await page.getByLabel('Password', { exact: true }).fill('short');
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.getByLabel('Password', { exact: true }).fill(password);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await heading(page, 'Endpoints').waitFor();
  await visitor.open('sign-in');
  await visitor.open(`sign-up#invitation=${code}&email=zoe%40example.com`);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.getByText('The invitation has been used or has expired').waitFor();
});
