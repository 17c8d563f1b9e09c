/**
 * Small tables on the emulated platforms. Each has a base or a spreadsheet of its own, so that no test waits
 * for the limits that another has used up.
 */
import type { AirtableEmulator } from '../../emulators/airtable/airtable-emulator.ts';
import { emptyBase, fillTable } from '../../emulators/airtable/airtable-seed.ts';
import type { GoogleEmulator } from '../../emulators/google/google-emulator.ts';
import { fillSheet } from '../../emulators/google/google-seed.ts';
import type { TestService } from './service.ts';

export interface SmallTable {
  readonly base: string;
  readonly table: string;
  /** For `endpoint create`. */
  readonly words: readonly string[];
}

export function smallAirtable({ bases }: AirtableEmulator, rows = 3): SmallTable {
  const base = emptyBase('Small base');
  bases.push(base);
  const { id } = fillTable(base, { name: 'Small table', rows });
  return { base: base.id, table: id, words: ['--base', base.id, '--table', id] };
}

/** The words for `endpoint create`. */
export function smallSheet(google: GoogleEmulator, rows = 3): readonly string[] {
  const { spreadsheetId, title } = fillSheet(google, { rows, columns: 3 });
  return ['--spreadsheet', spreadsheetId, '--sheet', title];
}

const slotsMore = 1_000;
const longAgoMs = 120_000;

/** The next thousand calls of the service need not wait for the limits that it has met so far. */
export async function forgetLimits({ database: { db } }: TestService): Promise<void> {
  const at = Date.now() - longAgoMs;
  const limited = db
    .selectFrom('rate_limit_slots')
    .select('limit_key')
    .groupBy('limit_key')
    .having((field) => field.fn.max('slot'), '<', slotsMore);
  for (const { limit_key } of await limited.execute()) {
    const rows = Array.from({ length: slotsMore }, (_, slot) => ({ limit_key, slot: slotsMore + slot, at }));
    await db.insertInto('rate_limit_slots').values(rows).execute();
  }
  await db.updateTable('rate_limit_slots').set({ at }).where('at', '>', at).execute();
}
