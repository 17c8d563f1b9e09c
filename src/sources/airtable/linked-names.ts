/**
 * The names of linked records, read in bulk: the linked table is read page by page until no name is missing. When
 * its pages hold few of the wanted ones, the rest is requested by id, a hundred in a call. A record that does not
 * exist, or a table that may not be read, gives empty names (contract 1.3.5).
 */
import { type CallPlatform, PlatformRefusal } from '../../platform/platform-request.ts';
import { type AirtableRecord, type Cursor, openCursor, type RecordList } from './cursor.ts';
import { isAccessRefused, isCursorLost } from './refusals.ts';
import type { BaseTable } from './schema.ts';

export interface LinkedNames {
  nameOf(id: string): string;
  isKnown(id: string): boolean;
  /** `isLast`: no more names will be wanted. */
  learn(ids: Iterable<string>, isLast: boolean): Promise<void>;
}

const idsInCall = 100;
const maxRestarts = 3;

export function openNames(call: CallPlatform, base: string, table: BaseTable): LinkedNames {
  const list: RecordList = { base, table: table.id, fields: [table.primaryFieldId], asText: true };
  const names = new Map<string, string>();
  let cursor: Cursor = openCursor(call, list);
  let restarts = 0;
  let isDone = false;
  let hasRead = false;
  let holdsFew = false;
  let canRequestById = true;

  function keep(records: readonly AirtableRecord[], wanted: Set<string>): number {
    let found = 0;
    for (const { id, fields } of records) {
      names.set(id, String(fields[table.primaryFieldId] ?? ''));
      if (wanted.delete(id)) found += 1;
    }
    return found;
  }

  async function readOn(wanted: Set<string>): Promise<void> {
    const page = (await cursor.next()) ?? [];
    holdsFew = keep(page, wanted) * 3 < page.length;
    isDone = cursor.isAtEnd;
    hasRead = true;
  }

  async function requestById(wanted: Set<string>): Promise<void> {
    const ids = [...wanted].slice(0, idsInCall);
    const formula = `OR(${ids.map((id) => `RECORD_ID()='${id}'`).join(',')})`;
    const found = openCursor(call, { ...list, formula });
    while (!found.isAtEnd) keep((await found.next()) ?? [], wanted);
    for (const id of ids) if (wanted.delete(id)) names.set(id, '');
  }

  /** A page also holds names for later, and is all that a small table needs; at the end one call by id is enough. */
  async function step(wanted: Set<string>, isLast: boolean): Promise<void> {
    const byId = canRequestById && hasRead && (holdsFew || (isLast && wanted.size <= idsInCall));
    try {
      await (byId ? requestById(wanted) : readOn(wanted));
    } catch (error) {
      if (isAccessRefused(error)) isDone = true;
      else if (byId && error instanceof PlatformRefusal && error.status === 422) canRequestById = false;
      else if (isCursorLost(error) && restarts < maxRestarts) {
        restarts += 1;
        cursor = openCursor(call, list);
      } else throw error;
    }
  }

  return {
    nameOf: (id) => names.get(id) ?? '',
    isKnown: (id) => isDone || names.has(id),
    learn: async (ids, isLast) => {
      const wanted = new Set([...ids].filter((id) => !names.has(id) && /^\w+$/.test(id)));
      while (wanted.size > 0 && !isDone) await step(wanted, isLast);
    },
  };
}
