/**
 * `npm run screenshots`: the main pages of the dashboard as its reader sees them, of the demo, in light, dark and on a
 * phone, into `docs/screenshots/`.
 */
import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { BrowserContext, Page } from 'playwright-core';
import { z } from 'zod';
import { launchBrowser } from '../tests/support/browser.ts';
import { freePort } from '../tests/support/free-port.ts';

const folder = join(import.meta.dirname, '../docs/screenshots');
const views = {
  light: { colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  dark: { colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
  phone: { colorScheme: 'light', viewport: { width: 390, height: 844 } },
} as const;

/** By the name of the picture; `:id` is the endpoint of the uploaded file. */
const pages = {
  endpoints: '',
  'new-endpoint': 'new',
  'build-url': 'endpoints/:id?sql=SELECT+Customer%2C+Amount+FROM+service_table+WHERE+Amount+%3E+100',
  'use-it': 'endpoints/:id/use',
  settings: 'endpoints/:id/settings',
  proxies: 'endpoints/:id/proxies',
  'endpoint-usage': 'endpoints/:id/usage',
  connections: 'connections',
  schedules: 'schedules',
  'new-schedule': 'schedules/new',
  usage: 'usage',
  account: 'account',
  plans: 'plans',
  'admin-accounts': 'admin/accounts',
  'admin-mail': 'admin/mail',
  'admin-system': 'admin/system',
} as const;

const strangerPages = { 'sign-in': 'sign-in', 'sign-up': 'sign-up' } as const;

const listed = z.object({ endpoints: z.array(z.object({ id: z.string(), name: z.string() })) });

await mkdir(folder, { recursive: true });
const baseUrl = `http://localhost:${await freePort()}`;
const demo = spawn(process.execPath, [join(import.meta.dirname, 'demo.ts')], {
  env: { ...process.env, PORT: new URL(baseUrl).port, BASE_URL: baseUrl },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const browser = await launchBrowser();
try {
  const { email, password } = await printedAccount();
  for (const [view, settings] of Object.entries(views)) {
    const context = await browser.newContext({ ...settings, locale: 'en-GB', reducedMotion: 'reduce' });
    const page = await context.newPage();
    for (const [name, path] of Object.entries(strangerPages)) await take(page, path, `${name}-${view}`);
    await signIn(context, email, password);
    const id = await endpointNamed(context, 'Orders');
    for (let hit = 0; hit < 3; hit++) await fetch(`${baseUrl}/${id}?type=json_records`);
    for (const [name, path] of Object.entries(pages)) {
      await take(page, path.replace(':id', id), `${name}-${view}`);
    }
    await context.close();
  }
} finally {
  await browser.close();
  demo.kill();
}

/** The account of the demo, as it prints it. */
async function printedAccount(): Promise<{ readonly email: string; readonly password: string }> {
  for await (const line of createInterface(demo.stdout)) {
    const [, email, password] = /Sign in as (\S+) with the password ([^\s:]+)/.exec(line) ?? [];
    if (email !== undefined && password !== undefined) return { email, password };
  }
  throw new Error('the demo ended without an account');
}

async function signIn(context: BrowserContext, email: string, password: string): Promise<void> {
  const answer = await context.request.post(`${baseUrl}/api/auth/sign-in/email`, {
    data: { email, password },
    headers: { origin: baseUrl },
  });
  if (!answer.ok()) throw new Error(`signing in answered ${answer.status()}`);
}

async function endpointNamed(context: BrowserContext, name: string): Promise<string> {
  const answer = await context.request.get(`${baseUrl}/api/endpoints?search=${name}`);
  const found = listed.parse(await answer.json()).endpoints.find((endpoint) => endpoint.name === name);
  if (!found) throw new Error(`the demo has no endpoint ${name}`);
  return found.id;
}

async function take(page: Page, path: string, name: string): Promise<void> {
  await page.goto(`${baseUrl}/app/${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
  process.stdout.write(`docs/screenshots/${name}.png\n`);
}
