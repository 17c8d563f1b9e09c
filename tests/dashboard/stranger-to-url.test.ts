/** A stranger on a public server, with nobody's help: signs up, confirms, connects Airtable, and holds a URL of it. */
import { expect, it } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { expectConsentFor } from '../support/consent.ts';
import { password, stranger } from '../support/dashboard.ts';
import { startMailServer } from '../support/mail-server.ts';
import { startPlatformService, startPlatforms } from '../support/platform-service.ts';
import { smallAirtable } from '../support/small-tables.ts';

const email = 'zoe@example.com';

it('sign-up, the mail that arrived, Airtable in a window of its own, a wrong statement put right: a URL in two minutes', async () => {
  await using platforms = await startPlatforms();
  await using mails = await startMailServer();
  await using started = await startPlatformService(platforms, {
    environment: { SIGN_UP: 'open', SMTP_URL: mails.url },
  });
  const service = { ...started, url: `http://localhost:${started.environment['PORT']}` };
  expectConsentFor(platforms, service);
  smallAirtable(platforms.airtable);
  platforms.airtable.asksForConsent = true;
  const browser = await launchBrowser();
  try {
    await using zoe = await stranger(browser, service);
    const { page } = zoe;
    const begun = performance.now();
    await zoe.open('');
    await page.getByRole('link', { name: 'Sign up' }).click();
    await page.getByLabel('E-mail', { exact: true }).pressSequentially(email, { delay: 60 });
    await page.getByLabel('Password', { exact: true }).pressSequentially(password, { delay: 60 });
    await page.getByRole('button', { name: 'Sign up' }).click();
    await expect.poll(() => mails.mails.length).toBe(1);
    await zoe.open(/\/app\/(\S+)/.exec(mails.mails[0]?.text ?? '')?.[1] ?? '');
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('link', { name: 'Airtable' }).click();
    const opening = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Connect with Airtable' }).click();
    const popUp = await opening;
    await popUp.getByRole('link', { name: 'Grant access' }).click();
    await page.getByRole('combobox', { name: 'Base' }).click();
    await page.getByRole('option', { name: 'Small base' }).click();
    await page.getByRole('combobox', { name: 'Table' }).click();
    await page.getByRole('option', { name: 'Small table' }).click();
    await page.getByRole('link', { name: 'Next: fields and name' }).click();
    await page.getByRole('button', { name: 'Create endpoint' }).click();
    await page.getByRole('heading', { name: 'Your URL is ready' }).waitFor();
    await page.getByRole('link', { name: 'Build URL' }).click();
    await page.getByText('SQL', { exact: true }).click();
    await page.getByRole('textbox', { name: 'SQL' }).click();
    await page.keyboard.type('SELECT nane FROM service_table', { delay: 30 });
    await page.keyboard.press('ControlOrMeta+Enter');
    await page.getByText('no such column: nane').waitFor();
    await page.getByText('Did you mean').waitFor();
    await page.getByRole('button', { name: /^Write / }).click();
    await page.getByText('3 matching rows in all').waitFor();
    await page.getByRole('button', { name: 'Copy URL' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const seconds = (performance.now() - begun) / 1_000;
    const answer = await fetch(await zoe.copied());
    expect(answer.status).toBe(200);
    expect((await answer.text()).trim().split('\n')).toHaveLength(4);
    expect(seconds).toBeLessThan(120);
  } finally {
    await browser.close();
  }
});
