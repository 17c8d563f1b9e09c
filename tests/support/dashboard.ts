/**
 * A person at the dashboard, in Chromium: signed in, with a clipboard, and watched for errors that the page itself makes.
 */
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { oldPhrasesIn } from './old-phrases.ts';
import type { TestService } from './service.ts';
import { fromElsewhere } from './session.ts';

export interface Visitor extends AsyncDisposable {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors on the console, exceptions, broken policies. */
  readonly problems: readonly string[];
  /** Opens an address below `/app/`. */
  open(path: string): Promise<void>;
  /** What the last click on a copy button left. */
  copied(): Promise<string>;
}

/** Somebody who has not signed in. */
export async function stranger(browser: Browser, service: TestService): Promise<Visitor> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    permissions: ['clipboard-read', 'clipboard-write'],
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    // A refusal of the service is no error of the page.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      problems.push(message.text());
  });
  return {
    page,
    context,
    problems,
    open: async (path) => void (await page.goto(`${service.url}/app/${path}`)),
    copied: async () => String(await page.evaluate('navigator.clipboard.readText()')),
    [Symbol.asyncDispose]: async () => {
      await context.close();
      expect(problems).toEqual([]);
    },
  };
}

export const password = 'correct horse battery';

/** Of an account that is made with its address, unless it is there. */
export async function visitorOf(
  browser: Browser,
  service: TestService,
  email: string,
  ...words: string[]
): Promise<Visitor> {
  await service.command('account', 'create', email, '--password', password, ...words).catch(unlessItIsThere);
  const visitor = await stranger(browser, service);
  await signIn(visitor, service, email);
  return visitor;
}

/** From a test that is tried again. */
function unlessItIsThere(error: unknown): void {
  if (!(error instanceof Error) || !/already/.test(error.message)) throw error;
}

/** By the interface, without the page; each from an address of its own where the proxy is trusted. */
export async function signIn({ context }: Visitor, service: TestService, email: string): Promise<void> {
  const answer = await context.request.post(`${service.url}/api/auth/sign-in/email`, {
    data: { email, password },
    headers: { origin: service.url, ...fromElsewhere() },
  });
  if (!answer.ok()) throw new Error(`signing in answered ${answer.status()}`);
}

const allViews = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 390 },
  { colorScheme: 'dark', width: 1280 },
  { colorScheme: 'light', width: 390 },
] as const;
/** `npm test` looks at the first one only. */
const views = process.env['BROWSER_VIEWS'] === 'one' ? allViews.slice(0, 1) : allViews;

/** Of a browser: animations may have no end, transitions have one. */
const transitionsEnd = `Promise.allSettled(
  document.getAnimations().filter((each) => each instanceof CSSTransition).map(({ finished }) => finished))`;

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** The page or dialog as it stands, light on a screen and dark on a phone: no finding, nothing wider than it. */
export function expectAccessible(page: Page): Promise<void> {
  return expectAccessibleIn(page, views.slice(0, 2));
}

/** Also dark on a screen and light on a phone. */
export function expectAccessibleInAllViews(page: Page): Promise<void> {
  return expectAccessibleIn(page, views);
}

async function expectAccessibleIn(page: Page, wanted: readonly (typeof allViews)[number][]): Promise<void> {
  for (const { colorScheme, width } of wanted) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 844 });
    // Colors that are on their way to another scheme have the contrast of neither.
    await page.evaluate(transitionsEnd);
    const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze();
    const findings = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => ({ id, target, failureSummary })),
    );
    expect(findings, `${colorScheme}, ${width} px`).toEqual([]);
    const widest = Number(await page.evaluate('document.documentElement.scrollWidth'));
    expect(widest, `width of the page at ${width} px`).toBeLessThanOrEqual(width);
  }
  expect(oldPhrasesIn((await page.locator('body').textContent()) ?? '')).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 800 });
}
