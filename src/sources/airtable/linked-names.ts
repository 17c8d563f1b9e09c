/**
 * The names of linked records, had in bulk: the linked table is read page by page until no name is wanting. When
 * its pages bring few of the wanted ones, the rest is asked for by id, a hundred in a call. A record that is
 * not there, or a table that may not be read, gives empty names (section 2).
 */
import { type CallPlatform, PlatformRefusal } from '../../platform-request.ts';
import { type AirtableRecord, openCursor, type RecordCursor, type RecordList } from './records.ts';
import { isAccessRefused, isCursorLost } from './refusals.ts';
import type { AirtableTable } from './schema.ts';

export interface LinkedNames {
  nameOf(id: string): string;
  isKnown(id: string): boolean;
  /** `isLast`: no further names will be wanted. */
  learn(ids: Iterable<string>, isLast: boolean): Promise<void>;
}

const idsInCall = 100;
const maxRestarts = 3;

export function openNames(call: CallPlatform, base: string, table: AirtableTable): LinkedNames {
  const list: RecordList = { base, table: table.id, fields: [table.primaryFieldId], asText: true };
  const names = new Map<string, string>();
  let cursor: RecordCursor = openCursor(call, list);
  let restarts = 0;
  let isDone = false;
  let hasRead = false;
  let bringsFew = false;
  let canAskById = true;

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
    bringsFew = keep(page, wanted) * 3 < page.length;
    isDone = cursor.isAtEnd;
    hasRead = true;
  }

  async function askById(wanted: Set<string>): Promise<void> {
    const ids = [...wanted].slice(0, idsInCall);
    const formula = `OR(${ids.map((id) => `RECORD_ID()='${id}'`).join(',')})`;
    const found = openCursor(call, { ...list, formula });
    while (!found.isAtEnd) keep((await found.next()) ?? [], wanted);
    for (const id of ids) if (wanted.delete(id)) names.set(id, '');
  }

  /** Reading a page gives names for later, too, and is all that a small table needs; at the end a call by id is the shortest way. */
  async function step(wanted: Set<string>, isLast: boolean): Promise<void> {
    const byId = canAskById && hasRead && (bringsFew || (isLast && wanted.size <= idsInCall));
    try {
      await (byId ? askById(wanted) : readOn(wanted));
    } catch (error) {
      if (isAccessRefused(error)) isDone = true;
      else if (byId && error instanceof PlatformRefusal && error.status === 422) canAskById = false;
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
