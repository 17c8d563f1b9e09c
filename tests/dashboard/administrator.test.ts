/** An administrator at the dashboard: accounts, invitations, links, mail, system; nobody else sees any of it. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { expectAccessible, type Visitor, visitorOf } from '../support/dashboard.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { sessionless } from '../support/session.ts';

let browser: Browser;
let service: TestService;
let boss: Visitor;
let endpoint: string;
const newPassword = 'another good password';

beforeAll(async () => {
  browser = await launchBrowser();
  // Nobody listens on this port.
  service = await startTestService({ environment: { SIGN_UP: 'invite', SMTP_URL: 'smtp://127.0.0.1:1' } });
  boss = await visitorOf(browser, service, 'boss@example.com', '--admin');
  await service.command('account', 'create', 'ann@example.com', '--plan', 'lite');
  endpoint = await service.publish('a\n1\n', '--owner', 'ann@example.com');
});
afterAll(async () => {
  await boss[Symbol.asyncDispose]();
  await browser.close();
  await service[Symbol.asyncDispose]();
});

async function openAccount(email: string): Promise<void> {
  await boss.open('admin/accounts');
  await boss.page.getByLabel('Search by e-mail').fill(email);
  await boss.page.getByRole('button', { name: email }).click();
  await boss.page.getByRole('heading', { name: 'Grant credits' }).waitFor();
}

it('an account is found, blocked, unblocked and given credits', async () => {
  const { page } = boss;
  await boss.open('admin/accounts');
  await page.getByRole('button', { name: 'ann@example.com' }).waitFor();
  await expectAccessible(page);
  await page.getByLabel('Search by e-mail').fill('nobody');
  await page.getByText('No account matches').waitFor();
  await openAccount('ann@example.com');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Block' }).click();
  const question = page.getByRole('dialog', { name: 'Block ann@example.com?' });
  await question.getByText('USER_BLOCKED').waitFor();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Block the account' }).click();
  await page.getByRole('button', { name: 'Unblock' }).waitFor();
  expect((await service.get(endpoint)).status).toBe(403);
  await page.getByRole('button', { name: 'Unblock' }).click();
  await page.getByRole('button', { name: 'Block', exact: true }).waitFor();
  expect((await service.get(endpoint)).status).toBe(200);

  await page.getByLabel('Amount').fill('6');
  await page.getByLabel('Reason').fill('An outage');
  await page.getByRole('button', { name: 'Grant', exact: true }).click();
  await page.getByText('Granted. The balance is 25.').waitFor();
  await page.getByLabel('Plan', { exact: true }).selectOption('Pro');
  await page.getByRole('button', { name: 'Set the plan' }).click();
  await page.getByText('500 of 500').waitFor();
  expect(await service.command('account', 'show', 'ann@example.com')).toMatchObject({
    plan: 'pro',
    credits: 500,
  });
});

it('a link for a new password is copied, and works', async () => {
  await openAccount('ann@example.com');
  await boss.page.getByRole('button', { name: 'Make a link' }).click();
  await boss.page.getByRole('button', { name: 'Copy the link' }).click();
  await expectAccessible(boss.page);
  const token = (await boss.copied()).split('/app/reset-password#')[1];
  const nobody = sessionless(service);
  expect((await nobody.call('POST', '/api/auth/reset-password', { newPassword, token })).status).toBe(200);
  const signIn = { email: 'ann@example.com', password: newPassword };
  expect((await nobody.call('POST', '/api/auth/sign-in/email', signIn)).status).toBe(200);
});

it('somebody is invited by a link, another invitation is taken back, an account is deleted', async () => {
  const { page } = boss;
  const invite = async (email: string): Promise<URLSearchParams> => {
    await page.getByRole('button', { name: 'Invite somebody' }).click();
    await page.getByRole('dialog').getByLabel('E-mail').fill(email);
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    const url = await page.getByLabel('Link to sign up').inputValue();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Done' }).click();
    return new URLSearchParams(url.split('/app/sign-up#')[1]);
  };
  await boss.open('admin/accounts');
  const fragment = await invite('new@example.com');
  await page.getByRole('cell', { name: 'new@example.com', exact: true }).waitFor();
  const body = { ...Object.fromEntries(fragment), password: newPassword, name: 'New' };
  expect((await sessionless(service).call('POST', '/api/auth/sign-up/email', body)).status).toBe(200);

  await boss.open('admin/accounts');
  await invite('late@example.com');
  await page.getByRole('button', { name: 'Take back the invitation of late@example.com' }).click();
  await page.getByText('Open invitations').waitFor({ state: 'detached' });

  await openAccount('new@example.com');
  await page.getByRole('button', { name: 'Delete the account' }).click();
  const question = page.getByRole('dialog', { name: 'Delete new@example.com?' });
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Delete the account' }).click();
  await page.getByText('new@example.com is deleted.').waitFor();
  await expect(service.command('account', 'show', 'new@example.com')).rejects.toThrow('There is no account');
});

it('mails are listed with their errors, tried again, and read unless they hold a link that lets in', async () => {
  const { page } = boss;
  const mine = { email: 'boss@example.com' };
  await sessionless(service).call('POST', '/api/auth/request-password-reset', mine);
  await service.command('plan', 'change', 'ann@example.com', '--plan', 'lite');
  await boss.open('admin/mail');
  await page.getByText('The mail server cannot be reached').first().waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Choose a new password' }).click();
  await page.getByText('The text is hidden').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: /^Your plan from .*: Lite$/ }).click();
  await page.getByText(/your plan is Lite\. Until then you keep/).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Try the mail to boss@example.com again' }).click();
  await page.getByText('The mail to boss@example.com is tried again.').waitFor();
  await page.getByLabel('State').selectOption('Sent');
  await page.getByText('No mail matches').waitFor();
});

it('the service checks itself', async () => {
  await boss.open('admin/system');
  await boss.page.getByText(/SQLite 3/).waitFor();
  await boss.page.getByText('127.0.0.1 takes no mail.').waitFor();
  await expectAccessible(boss.page);
});

it('others see no such pages, and without a mail server the list says so', async () => {
  await using other = await startTestService();
  await using ann = await visitorOf(browser, other, 'ann@example.com');
  await ann.open('admin/accounts');
  await ann.page.getByText('Only administrators may do this.').waitFor();
  expect(await ann.page.getByRole('link', { name: 'System' }).count()).toBe(0);
  await expectAccessible(ann.page);
  await using admin = await visitorOf(browser, other, 'boss@example.com', '--admin');
  await admin.open('admin/mail');
  await admin.page.getByText('No mail server is set up').waitFor();
  await admin.page.getByText('No mail yet').waitFor();
  await expectAccessible(admin.page);
  await admin.open('admin/accounts');
  await admin.page.getByRole('button', { name: 'Invite somebody' }).click();
  await admin.page.getByText('set SIGN_UP=invite').waitFor();
  await expectAccessible(admin.page);
});
