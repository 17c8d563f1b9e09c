/**
 * `npm run screenshots`: the main pages of the dashboard as its reader sees them, of the demo, in light, dark and on a
 * phone, into `docs/screenshots/`. With names (`npm run screenshots -- views bin`) only those pictures.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { BrowserContext, Page } from 'playwright-core';
import { z } from 'zod';
import { launchBrowser } from '../tests/support/browser.ts';
import { freePort } from '../tests/support/free-port.ts';

const baseUrl = `http://localhost:${await freePort()}`;
const folder = join(import.meta.dirname, '../docs/screenshots');
const views = {
  light: { colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  dark: { colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
  phone: { colorScheme: 'light', viewport: { width: 390, height: 844 } },
} as const;

/** An address, or a way to the page. */
type Target = string | ((page: Page, id: string) => Promise<void>);

/** By the name of the picture; `:id` is the endpoint of the uploaded file, the others are the first of the demo. */
const pages: Readonly<Record<string, Target>> = {
  endpoints: '/app/',
  'new-endpoint': '/app/new',
  'new-endpoint-file': chooseFile,
  'preview-limits': chooseWideFile,
  'new-endpoint-ready': '/app/new/ready/:id',
  'build-url': buildUrl,
  'column-profile': columnProfile,
  'save-view': saveView,
  'use-it': '/app/endpoints/:id/use',
  settings: '/app/endpoints/:id/settings',
  views: '/app/endpoints/:id/views',
  'endpoint-usage': '/app/endpoints/:id/usage',
  connections: '/app/connections',
  connection: '/app/connections/:connection',
  bin: '/app/bin',
  finder: openFinder,
  schedules: '/app/schedules',
  schedule: '/app/schedules/:schedule',
  'new-schedule': '/app/schedules/new',
  usage: '/app/usage',
  account: '/app/account',
  plans: '/app/plans',
  'admin-overview': '/app/admin',
  'admin-accounts': '/app/admin/accounts',
  'admin-mail': '/app/admin/mail',
  'admin-audit': '/app/admin/audit',
  'admin-system': '/app/admin/system',
  'public-page': '/app/t/:id',
  'error-page': '/:id?sql=SELECT+Custommer+FROM+service_table',
};

const strangerPages = {
  'sign-in': '/app/sign-in',
  'sign-up': '/app/sign-up',
  restore: '/app/restore#of-the-mail',
} as const;
const headers = { origin: baseUrl };
const named = process.argv.slice(2);
const isWanted = ([name]: readonly [string, Target]): boolean => named.length === 0 || named.includes(name);

const listed = z.object({ endpoints: z.array(z.object({ id: z.string(), name: z.string() })) });
const invited = z.object({ url: z.string() });
const found = z.object({ accounts: z.array(z.object({ id: z.string() })) });
const connected = z.object({ connections: z.array(z.object({ id: z.string() })) });
const created = z.object({ id: z.string() });
const planned = z.object({ schedules: z.array(z.object({ id: z.string() })) });

await mkdir(folder, { recursive: true });
const demo = spawn(process.execPath, [join(import.meta.dirname, 'demo.ts')], {
  env: { ...process.env, PORT: new URL(baseUrl).port, BASE_URL: baseUrl },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const lines: string[] = [];
const output = createInterface(demo.stdout).on('line', (line) => lines.push(line));
const browser = await launchBrowser();
try {
  const { email, password } = await printedAccount();
  for (const [view, settings] of Object.entries(views)) {
    const context = await browser.newContext({ ...settings, locale: 'en-GB', reducedMotion: 'reduce' });
    const page = await context.newPage();
    for (const [name, path] of Object.entries(strangerPages).filter(isWanted))
      await take(page, path, `${name}-${view}`);
    await signIn(context, email, password);
    const ids = await inUse(context);
    for (const [name, target] of Object.entries(pages).filter(isWanted))
      await take(page, target, `${name}-${view}`, ids);
    if (isWanted(['blocked', '/app/'])) {
      await signInBlocked(context, `${view}@example.com`);
      await take(page, '/app/', `blocked-${view}`);
    }
    await context.close();
  }
} finally {
  await browser.close();
  demo.kill();
}

/** The account of the demo, as it prints it. */
async function printedAccount(): Promise<{ readonly email: string; readonly password: string }> {
  const [, email = '', password = ''] = await printed(/Sign in as (\S+) with the password ([^\s:]+)/);
  return { email, password };
}

/** The first line of the demo, printed already or to come, that matches. */
async function printed(pattern: RegExp): Promise<RegExpExecArray> {
  for (;;) {
    for (const line of lines) {
      const match = pattern.exec(line);
      if (match) return match;
    }
    await once(output, 'line', { signal: AbortSignal.timeout(60_000) });
  }
}

async function signIn(context: BrowserContext, email: string, password: string): Promise<void> {
  const answer = await context.request.post(`${baseUrl}/api/auth/sign-in/email`, {
    data: { email, password },
    headers,
  });
  if (!answer.ok()) throw new Error(`signing in answered ${answer.status()}`);
}

interface Ids {
  readonly id: string;
  readonly schedule: string;
  readonly connection: string;
}

/** Hits of several programs, a few refused; a run of the schedule; a public page; a full bin; an invitation, for its mail. */
async function inUse(context: BrowserContext): Promise<Ids> {
  const { request } = context;
  const found = await request.get(`${baseUrl}/api/endpoints?search=Orders`);
  const { endpoints } = listed.parse(await found.json());
  const id = endpoints.find(({ name }) => name === 'Orders')?.id;
  const plans = await request.get(`${baseUrl}/api/schedules`);
  const schedule = planned.parse(await plans.json()).schedules[0]?.id;
  const joined = await request.get(`${baseUrl}/api/connections`);
  const connection = connected.parse(await joined.json()).connections[0]?.id;
  if (id === undefined || schedule === undefined || connection === undefined)
    throw new Error('the demo has no Orders, no schedule or no connection');
  const agents = ['curl/8.5.0', 'python-requests/2.32.3', 'Microsoft.Data.Mashup (https://go.microsoft.com)'];
  for (const { id: each } of endpoints) {
    for (const [index, agent] of agents.entries()) {
      const type = ['csv', 'json_records', 'xml'][index];
      await fetch(`${baseUrl}/${each}?type=${type}`, { headers: { 'user-agent': agent } });
    }
  }
  await fetch(`${baseUrl}/${id}?sql=SELECT`);
  await request.patch(`${baseUrl}/api/endpoints/${id}`, {
    data: { isPublic: true, description: 'Orders of the week, from the shop.', tags: ['shop', 'weekly'] },
    headers,
  });
  await request.patch(`${baseUrl}/api/connections/${connection}`, { data: { name: 'Sales team' }, headers });
  await deleteOne(context, id);
  await request.post(`${baseUrl}/api/schedules/${schedule}/run`, { headers, data: {} });
  await request.post(`${baseUrl}/api/administrator/invitations`, {
    data: { email: 'grace@example.com' },
    headers,
  });
  return { id, schedule, connection };
}

/** A view that is made and deleted, for the bin. */
async function deleteOne({ request }: BrowserContext, endpoint: string): Promise<void> {
  const made = await request.post(`${baseUrl}/api/endpoints/${endpoint}/proxies`, {
    data: { name: 'Orders of last year', parameters: { type: 'json_records' } },
    headers,
  });
  const { id } = created.parse(await made.json());
  await request.delete(`${baseUrl}/api/proxies/${id}`, { headers });
}

/** As somebody whom the administrator invited, and blocked once they had an account. */
async function signInBlocked(context: BrowserContext, email: string): Promise<void> {
  const { request } = context;
  const administrator = `${baseUrl}/api/administrator`;
  const invitation = await request.post(`${administrator}/invitations`, { data: { email }, headers });
  const { url } = invited.parse(await invitation.json());
  const code = new URLSearchParams(new URL(url).hash.slice(1)).get('invitation');
  const password = 'a password of their own';
  lines.length = 0;
  await post('sign-up/email', { email, password, invitation: code, name: email });
  const [, token] = await printed(/verify#(\S+)/);
  await post('confirm-address', { token, password });
  const accounts = await request.get(`${administrator}/accounts?search=${email}`);
  const id = found.parse(await accounts.json()).accounts[0]?.id;
  await request.patch(`${administrator}/accounts/${id}`, { data: { isBlocked: true }, headers });
  await context.clearCookies();
  await signIn(context, email, password);
}

async function post(path: string, body: unknown): Promise<void> {
  const answer = await fetch(`${baseUrl}/api/auth/${path}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
}

async function chooseWideFile(page: Page): Promise<void> {
  await page.goto(`${baseUrl}/app/new`);
  const names = Array.from({ length: 60 }, (_, i) => `Column ${i + 1}`);
  const row = names.map((name) => `${name}: ${'long '.repeat(1_000)}`);
  await page.locator('input[type=file]').setInputFiles({
    name: 'wide.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`${names}\n${`${row}\n`.repeat(20)}`),
  });
  await page.getByText('The URL returns all of it.').waitFor();
}

async function chooseFile(page: Page): Promise<void> {
  await page.goto(`${baseUrl}/app/new`);
  const rows = Array.from(
    { length: 40 },
    (_, i) => `00${501 + i};Widget ${i};${i},50;2026-03-${10 + (i % 20)}`,
  );
  await page.locator('input[type=file]').setInputFiles({
    name: 'stock.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Zip;Name;Price;Counted\n${rows.join('\n')}\n`),
  });
  await page.getByRole('button', { name: 'Create endpoint' }).waitFor();
}

async function buildUrl(page: Page, id: string): Promise<void> {
  const sql = encodeURIComponent('sql=SELECT "Customer", "Amount" FROM service_table WHERE "Amount" > 100');
  await page.goto(`${baseUrl}/app/endpoints/${id}?query=${sql}`);
  await page.getByText('2 matching rows in all').waitFor();
}

async function columnProfile(page: Page, id: string): Promise<void> {
  await buildUrl(page, id);
  await page.getByRole('button', { name: 'What is in the column Amount' }).click();
  await page.getByRole('dialog').getByText('Average').waitFor();
}

async function saveView(page: Page, id: string): Promise<void> {
  await buildUrl(page, id);
  await page.getByRole('button', { name: 'Save as view' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Large orders');
}

async function openFinder(page: Page): Promise<void> {
  await page.goto(`${baseUrl}/app/`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Find endpoints' }).fill('ord');
  await page.getByRole('option', { name: 'Orders' }).first().waitFor();
}

async function take(
  page: Page,
  target: Target,
  name: string,
  ids: Ids = { id: '', schedule: '', connection: '' },
): Promise<void> {
  if (typeof target === 'string') {
    const path = Object.entries(ids).reduce((text, [name, id]) => text.replace(`:${name}`, id), target);
    await page.goto(baseUrl + path);
  } else {
    await target(page, ids.id);
  }
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  // What darkens the page behind a dialog ends with the window.
  const fullPage = (await page.getByRole('dialog').count()) === 0;
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage });
  process.stdout.write(`docs/screenshots/${name}.png\n`);
}
