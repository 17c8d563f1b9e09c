/**
 * `npm run demo`: the service together with the emulated platforms, on a folder of its own, with a seeded account
 * that has an endpoint per source, to try everything offline. What is tried is gone when it stops.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMailEmulator, type TakenMail } from '../emulators/mail/mail-emulator.ts';
import { startEmulators } from '../emulators/start-emulators.ts';
import { openContext } from '../src/app-context.ts';
import { startService } from '../src/boot/serve.ts';
import { runCommand } from '../src/cli/run-command.ts';
import { readConfig } from '../src/config/config.ts';
import { openLog } from '../src/logging/log.ts';
import { type Demo, demoText } from './demo-text.ts';

const owner = 'demo@example.com';
const password = 'seven-green-lanterns';
const orders = `Order,Customer,Country,Amount,Paid,Zip
1001,Ada Lovelace,GB,120.50,true,00501
1002,Grace Hopper,US,80,false,02134
1003,Alan Turing,GB,310.25,true,01210
1004,Katherine Johnson,US,95.10,true,23666
`;

const { baseUrl } = readConfig(process.env);
const folder = await mkdtemp(join(tmpdir(), 'tablecast-demo-'));
const emulators = await startEmulators({
  redirectUri: `${baseUrl}/connections/callback`,
  eventsUrl: `${baseUrl}/stripe/events`,
});
emulators.google.redirectUris.push(`${baseUrl}/api/auth/callback/google`);
const silent = openLog('silent');
const mailServer = await startMailEmulator(tellMail);
const { airtable, notion, google, environment } = emulators.described;
const settings = {
  ...environment,
  BASE_URL: baseUrl,
  DATA_DIR: folder,
  DATABASE_URL: '',
  SECRET_KEY: '',
  SIGN_UP: 'open',
  SMTP_URL: mailServer.url,
};
const config = readConfig({ LOG_LEVEL: 'warn', ...process.env, ...settings });
const service = await startService(config).catch(fail);
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stop);
process.stdout.write(demoText(await seed().catch(fail)));

async function seed(): Promise<Demo> {
  await command('account', 'create', owner, '--plan', 'pro', '--password', password, '--admin');
  const { key } = await command('api-key', 'create', owner);
  const settingsFile = join(folder, 'settings.sh');
  await writeFile(settingsFile, exportLines(settings));
  const endpoints = {
    airtable: await airtableEndpoint(),
    notion: await notionEndpoint(),
    google: await googleEndpoint(),
    csv: await csvEndpoint(),
  };
  const paid = ['--name', 'Who has paid', '--param', 'sql=SELECT Customer, Paid FROM service_table'];
  await command('proxy', 'create', endpoints.csv, ...paid);
  await schedule(endpoints.airtable);
  return {
    baseUrl,
    siteUrl: config.siteUrl,
    owner,
    password,
    key: String(key),
    endpoints,
    settingsFile,
    described: emulators.described,
  };
}

async function airtableEndpoint(): Promise<string> {
  const connection = await connect('airtable', '--token', airtable.token);
  const { base, tables, views } = airtable.ids;
  return create(connection, '--base', base, '--table', tables.orders, '--view', views.openOrders);
}

/** A few properties only, so that `all_fields` has something to add. */
async function notionEndpoint(): Promise<string> {
  const connection = await connect('notion', '--token', notion.token);
  const fields = ['--fields', 'Name,Status,Budget,Due'];
  const id = await create(connection, '--database', notion.ids.projects.database, ...fields);
  await command('endpoint', 'set', id, '--allow', 'all_fields');
  return id;
}

async function googleEndpoint(): Promise<string> {
  const { accessToken, refreshToken, ids } = google;
  const tokens = ['--access-token', accessToken, '--refresh-token', refreshToken];
  const connection = await connect('google', ...tokens);
  const id = await create(connection, '--spreadsheet', ids.spreadsheetId, '--sheet', 'Inventory');
  await command('endpoint', 'set', id, '--allow-spreadsheet', ids.spreadsheetId);
  return id;
}

async function csvEndpoint(): Promise<string> {
  const file = join(folder, 'orders.csv');
  await writeFile(file, orders);
  return String((await command('publish', file, '--name', 'Orders', '--owner', owner))['id']);
}

/** Every morning into the emulated drive. */
async function schedule(endpoint: string): Promise<void> {
  const when = ['--cadence', 'daily', '--at', '07:00', '--zone', 'Europe/Berlin'];
  const what = ['--name', 'Open orders, every morning', '--param', 'save_to_gdrive=true'];
  await command('schedule', 'create', owner, '--endpoint', endpoint, ...when, ...what);
}

async function connect(platform: string, ...credential: readonly string[]): Promise<string> {
  const words = ['connection', 'add', owner, '--platform', platform, ...credential];
  return String((await command(...words))['id']);
}

async function create(connection: string, ...choice: readonly string[]): Promise<string> {
  const words = ['endpoint', 'create', owner, '--connection', connection, ...choice];
  return String((await command(...words))['id']);
}

async function command(...words: readonly string[]): Promise<Readonly<Record<string, unknown>>> {
  const printed: string[] = [];
  const status = await runCommand(words, () => openContext(config, silent), {
    out: (text) => printed.push(text),
    err: (text) => process.stderr.write(text),
    person: false,
  });
  if (status !== 0) throw new Error(`${words.join(' ')} failed`);
  return JSON.parse(printed.join(''));
}

/** Nothing is delivered: who should get it reads it here. */
function tellMail({ recipient, subject, links }: TakenMail): void {
  process.stdout.write(`\nMail to ${recipient}: ${subject}\n${links.map((link) => `  ${link}\n`).join('')}`);
}

/** For commands in another terminal. */
function exportLines(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `export ${name}='${value.replaceAll("'", "'\\''")}'\n`)
    .join('');
}

async function stop(): Promise<void> {
  await service.stop();
  await forget();
}

async function fail(error: unknown): Promise<never> {
  process.stderr.write(`tablecast: ${error instanceof Error ? error.message : String(error)}\n`);
  await forget();
  process.exit(1);
}

async function forget(): Promise<void> {
  await mailServer.close();
  await emulators.close();
  await rm(folder, { recursive: true, force: true });
}
