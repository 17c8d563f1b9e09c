/** Plans in the dashboard: bought at Stripe, changed, cancelled and taken back, more credits; and where nobody can pay. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { expectAccessible, type Visitor, visitorOf } from '../support/dashboard.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type StripeService, startStripeService } from '../support/stripe-service.ts';

let browser: Browser;
let paid: StripeService;

beforeAll(async () => {
  browser = await launchBrowser();
  paid = await startStripeService('sqlite', new Date().toISOString());
});
afterAll(async () => {
  await paid[Symbol.asyncDispose]();
  await browser.close();
});

/** At the address that Stripe leads back to. */
async function openPlans({ context, page }: Visitor, service: TestService): Promise<void> {
  const cookies = await context.cookies();
  await context.addCookies(cookies.map((cookie) => ({ ...cookie, domain: 'localhost' })));
  await page.goto(`${service.url.replace('127.0.0.1', 'localhost')}/app/plans`);
  await page.getByRole('heading', { name: 'All plans' }).waitFor();
}

const account = (email: string) => paid.service.command('account', 'show', email);

it('a plan is bought, changed, cancelled and taken back, and gets more credits', {
  timeout: 120_000,
}, async () => {
  const email = 'ann@example.com';
  await using ann = await visitorOf(browser, paid.service, email);
  const { page } = ann;
  const payAtStripe = async (): Promise<void> => {
    await page.waitForURL(/\/c\/pay\//);
    await page.getByRole('button', { name: /^Pay/ }).click();
    await page.waitForURL(/\/app\/plans\?session=/);
  };
  await openPlans(ann, paid.service);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Choose Standard' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change your plan' });
  await dialog.getByText('Your balance is then 100 credits.').waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Pay $10 at Stripe' }).click();
  await payAtStripe();
  await page.getByText('Your balance is 100.').waitFor();
  await expectAccessible(page);
  expect(await account(email)).toMatchObject({ plan: 'standard', credits: 100 });

  await page.getByRole('button', { name: 'Change to Pro' }).click();
  await dialog.getByText(/You pay about \$10 now: the difference until/).waitFor();
  await dialog.getByRole('button', { name: 'Pay $10 and change' }).click();
  await page.getByText('Your plan is changed.').waitFor();
  expect(await account(email)).toMatchObject({ plan: 'pro', credits: 500 });

  await page.getByLabel('Credits to add').fill('5');
  await page.getByRole('button', { name: 'Buy' }).click();
  await page.getByText('Enter a number from 20 to 10,000.').waitFor();
  await page.getByLabel('Credits to add').fill('50');
  await page.getByRole('button', { name: 'Buy for $2' }).click();
  await payAtStripe();
  await page.getByText('The credits are there. Your balance is 550.').waitFor();
  expect(await account(email)).toMatchObject({ credits: 550 });

  await page.getByRole('button', { name: 'Cancel the plan' }).click();
  const question = page.getByRole('dialog', { name: 'Cancel your plan?' });
  await question.getByText('Pro goes on until').waitFor();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Cancel the plan' }).click();
  await page.getByText('Your plan ends on').waitFor();
  const header = page.getByRole('link', { name: /^Pro: 550 credits/ });
  await header.getByText(/, ends /).waitFor();
  expect(await page.getByText(/renews|Credits renew|new ones/).count()).toBe(0);
  await expectAccessible(page);
  expect(await account(email)).toMatchObject({ nextPlan: 'none' });
  await page.getByRole('button', { name: 'Keep my plan' }).click();
  await page.getByText('Your plan ends on').waitFor({ state: 'detached' });
  expect(await account(email)).toMatchObject({ nextPlan: null, subscriptionEnds: null });

  await page.getByText('Annual, two months free').click();
  await page.getByRole('button', { name: 'Change to Lite' }).click();
  await dialog.getByText(/Lite begins on .*, at the end of what you have paid/).waitFor();
  await dialog.getByRole('button', { name: 'Change to Lite' }).click();
  await page.getByText('Comes next').waitFor();
  expect(await account(email)).toMatchObject({ plan: 'pro', nextPlan: 'lite', nextInterval: 'annual' });
});

it('a payment that failed shows until when it can be paid, and where', async () => {
  const email = 'bob@example.com';
  await using bob = await visitorOf(browser, paid.service, email);
  await paid.subscribe(email, '--plan', 'lite');
  const { paidUntil } = await account(email);
  paid.stripe.world.declining.add(await paid.customerOf(email));
  paid.moveTo(Date.parse(String(paidUntil)) + 2 * 60 * 60 * 1_000);
  await paid.deliverNew();
  await openPlans(bob, paid.service);
  await bob.page.getByText('A payment failed').waitFor();
  await expectAccessible(bob.page);
  await bob.page.getByRole('button', { name: 'Pay now' }).click();
  await bob.page.waitForURL(/\/p\/session\//);
});

it('where nobody can pay the page says whom to ask', async () => {
  await using service = await startTestService();
  await service.command('account', 'create', 'boss@example.com', '--admin');
  await using ann = await visitorOf(browser, service, 'ann@example.com', '--plan', 'lite');
  await openPlans(ann, service);
  await ann.page.getByText('An administrator sets the plans').waitFor();
  await ann.page.getByRole('link', { name: 'boss@example.com' }).waitFor();
  expect(await ann.page.getByRole('button', { name: /Choose|Change|Buy/ }).count()).toBe(0);
  await expectAccessible(ann.page);
});
