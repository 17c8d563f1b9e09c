/**
 * The records of a table as rows. The next pages are requested while the last ones become rows; where fields link
 * to other tables, the names for ten pages are read together (contract 1.3.2).
 */
import type { CallPlatform } from '../../platform/platform-request.ts';
import type { Batch, Json } from '../../table/table.ts';
import { cellReader, type ReadCell } from './cells.ts';
import { type AirtableRecord, type Cursor, openCursor } from './cursor.ts';
import { linkTarget } from './link-target.ts';
import { type LinkedNames, openNames } from './linked-names.ts';
import type { BaseTable, Field } from './schema.ts';

export interface RowsWanted {
  readonly base: string;
  readonly table: BaseTable;
  /** All tables of the base. */
  readonly tables: readonly BaseTable[];
  readonly view?: string | undefined;
  readonly fields: readonly Field[];
  readonly maxRows?: number | undefined;
}

interface Link {
  readonly field: string;
  readonly names: LinkedNames;
}

interface Window {
  readonly pages: readonly (readonly AirtableRecord[])[];
  readonly isLast: boolean;
}

const pagesWithLinks = 10;

export async function* readRows(call: CallPlatform, wanted: RowsWanted): AsyncGenerator<Batch> {
  const { base, table, view, maxRows } = wanted;
  const fields = wanted.fields.map(({ id }) => id);
  const links = openLinks(call, wanted);
  const readers = wanted.fields.map((field): [string, ReadCell] => [
    field.id,
    cellReader(field, links.get(field.id)?.names.nameOf),
  ]);
  const ahead = maxRows === undefined;
  const cursor = openCursor(call, { base, table: table.id, view, fields, maxRows, ahead });
  for await (const window of readWindows(cursor, links.size > 0 ? pagesWithLinks : 1)) {
    await learnNames(window, [...links.values()]);
    for (const page of window.pages) {
      yield page.map((record) => readers.map(([field, read]) => read(rawCell(record, field))));
    }
  }
}

/** Fields that lead to one table share its names. */
function openLinks(call: CallPlatform, { base, table, tables, fields }: RowsWanted): Map<string, Link> {
  const namesOf = new Map<string, LinkedNames>();
  const links = new Map<string, Link>();
  for (const field of fields) {
    const target = linkTarget(field, table, tables);
    if (target === undefined) continue;
    const linked = tables.find(({ id }) => id === target);
    const names = namesOf.get(target) ?? (linked ? openNames(call, base, linked) : noNames);
    namesOf.set(target, names);
    links.set(field.id, { field: field.id, names });
  }
  return links;
}

const noNames: LinkedNames = { nameOf: () => '', isKnown: () => true, learn: async () => {} };

async function* readWindows(cursor: Cursor, size: number): AsyncGenerator<Window> {
  let coming = gather(cursor, size);
  for (;;) {
    const window = await coming;
    if (!window.isLast) {
      coming = gather(cursor, size);
      // Its failure is thrown where it is awaited; until then it must not count as unhandled.
      coming.catch(() => {});
    }
    yield window;
    if (window.isLast) return;
  }
}

async function gather(cursor: Cursor, size: number): Promise<Window> {
  const pages: (readonly AirtableRecord[])[] = [];
  while (pages.length < size && !cursor.isAtEnd) {
    const page = await cursor.next();
    if (page && page.length > 0) pages.push(page);
  }
  return { pages, isLast: cursor.isAtEnd };
}

async function learnNames({ pages, isLast }: Window, links: readonly Link[]): Promise<void> {
  const wanted = new Map<LinkedNames, Set<string>>();
  const records = pages.flat();
  for (const { field, names } of links) {
    const ids = wanted.get(names) ?? new Set();
    wanted.set(names, ids);
    for (const record of records) {
      for (const id of idsIn(rawCell(record, field))) if (!names.isKnown(id)) ids.add(id);
    }
  }
  await Promise.all([...wanted].map(([names, ids]) => names.learn(ids, isLast)));
}

function idsIn(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [];
}

function rawCell({ fields }: AirtableRecord, field: string): Json | undefined {
  return Object.hasOwn(fields, field) ? fields[field] : undefined;
}
