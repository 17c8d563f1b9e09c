/**
 * The emulated platforms, in a separate process that receives one task at a time: add data, issue a credential or
 * let it expire, drop the rate limits, report the calls received.
 */
import { z } from 'zod';
import { startAirtableEmulator } from '../emulators/airtable/airtable-emulator.ts';
import { emptyBase, fillTable } from '../emulators/airtable/airtable-seed.ts';
import type { EmulatorServer } from '../emulators/emulator-server.ts';
import { startGoogleEmulator } from '../emulators/google/google-emulator.ts';
import { fillSheet } from '../emulators/google/google-seed.ts';
import { startNotionEmulator } from '../emulators/notion/notion-emulator.ts';
import { filledDatabase } from '../emulators/notion/notion-seed.ts';
import { emulatorSettings } from '../emulators/start-emulators.ts';

const rows = z.number().int();

const task = z.discriminatedUnion('kind', [
  /** Returns the settings of a service that uses them. */
  z.object({ kind: z.literal('settings') }),
  /** Adds a base with one table; with `linkedRows`, three of its fields link to a second table. */
  z.object({ kind: z.literal('airtable'), rows, linkedRows: rows.optional() }),
  z.object({ kind: z.literal('notion'), rows }),
  z.object({ kind: z.literal('google'), rows }),
  /** Returns options of `connection add`; for Airtable a pair of OAuth tokens. */
  z.object({ kind: z.literal('credential'), platform: z.enum(['airtable', 'notion', 'google']) }),
  z.object({ kind: z.literal('expire') }),
  z.object({ kind: z.literal('dropLimits') }),
  /** Returns the calls received since the last time. */
  z.object({ kind: z.literal('asked') }),
]);

export type PlatformTask = z.infer<typeof task>;

const airtable = await startAirtableEmulator();
const notion = await startNotionEmulator();
const google = await startGoogleEmulator();
notion.limits = { perSecond: 3, retryAfterSeconds: 1 };
let refusedBefore = 0;

process.on('message', (message) => {
  process.send?.(perform(task.parse(message)));
});

function perform(wanted: PlatformTask): unknown {
  switch (wanted.kind) {
    case 'settings':
      return emulatorSettings(airtable, notion, google);
    case 'airtable':
      return fillAirtable(wanted.rows, wanted.linkedRows);
    case 'notion':
      return { '--database': fillNotion(wanted.rows) };
    case 'google':
      return fillGoogle(wanted.rows);
    case 'credential':
      return credentialOf(wanted.platform);
    case 'expire':
      airtable.expireAccessTokens();
      return {};
    case 'dropLimits':
      dropLimits();
      return {};
    case 'asked':
      return asked();
  }
}

function fillAirtable(count: number, linkedRows: number | undefined): Record<string, string> {
  const base = emptyBase('Measured');
  const into = linkedRows === undefined ? undefined : fillTable(base, { name: 'Linked', rows: linkedRows });
  const table = fillTable(base, {
    name: 'Measured',
    rows: count,
    ...(into && { links: { into, fields: 3 } }),
  });
  airtable.bases.push(base);
  return { '--base': base.id, '--table': table.id };
}

function fillNotion(count: number): string {
  const number = String(notion.databases.length).padStart(8, '0');
  const database = filledDatabase(`${number}-0000-4000-8000-000000000000`, 'Measured', count);
  notion.databases.push(database);
  return database.id;
}

function fillGoogle(count: number): Record<string, string> {
  const { spreadsheetId, title } = fillSheet(google, { rows: count, columns: 10 });
  return { '--spreadsheet': spreadsheetId, '--sheet': title };
}

/** Each credential belongs to a different user, so that measurements do not share a rate limit. */
function credentialOf(platform: 'airtable' | 'notion' | 'google'): Record<string, string> {
  if (platform === 'notion') return { '--token': notion.addToken() };
  const email = `user${google.spreadsheets.length}@example.com`;
  const pair = platform === 'airtable' ? airtable.addGrant() : google.addGrant({ email });
  return { '--access-token': pair.accessToken, '--refresh-token': pair.refreshToken };
}

function dropLimits(): void {
  airtable.limits = { perBase: null, perUser: null, penaltyMs: 0 };
  notion.limits = { perSecond: null, retryAfterSeconds: 1 };
  google.limits = { readsPerUser: null, readsPerProject: null, writesPerUser: null, writesPerProject: null };
}

function asked() {
  const refused = airtable.rateLimited + notion.rateLimited + google.rateLimited;
  const since = {
    calls: [airtable, notion, google].flatMap(({ api }) => callsTo(api)),
    refused: refused - refusedBefore,
  };
  refusedBefore = refused;
  return { ...since, tokenCalls: callsTo(airtable.oauth).length };
}

function callsTo({ calls }: EmulatorServer): string[] {
  return calls.splice(0).map(({ url }) => url);
}
