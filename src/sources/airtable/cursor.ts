/**
 * The records of an Airtable table, page by page, until the last one. Records that move between pages while
 * they are read come once; a list that would never end is refused instead of followed (contract 1.3.2).
 */
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { ServiceError } from '../../errors/errors.ts';
import type { CallPlatform, PlatformCall, PlatformResponse } from '../../platform/platform-request.ts';
import type { Json } from '../../table/table.ts';
import { parseOrUnavailable } from '../parse-or-unavailable.ts';

export interface RecordList {
  readonly base: string;
  readonly table: string;
  readonly view?: string | undefined;
  /** Ids. */
  readonly fields: readonly string[];
  /** No more records than these. */
  readonly maxRows?: number | undefined;
  /** Only the records for which it is true. */
  readonly formula?: string;
  /** Cells as the text that Airtable shows, instead of values. */
  readonly asText?: boolean;
  /** Every page will be wanted: the next one is requested as soon as one has arrived. */
  readonly ahead?: boolean;
}

export interface AirtableRecord {
  readonly id: string;
  /** By field id; an empty cell is left out. */
  readonly fields: Readonly<Record<string, Json>>;
}

export interface Cursor {
  /** The next page; undefined after the last. */
  next(): Promise<readonly AirtableRecord[] | undefined>;
  /** Known as soon as the last page has been read. */
  readonly isAtEnd: boolean;
}

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const offsetShape = z.object({ offset: z.string().default('') });
const recordsShape = z.object({
  records: z.array(z.object({ id: z.string(), fields: z.custom<Record<string, Json>>(isObject) })),
});

const maxPageSize = 100;
const maxPagesWithoutNew = 50;

export function openCursor(call: CallPlatform, list: RecordList): Cursor {
  const seenRecords = new Set<string>();
  const seenOffsets = new Set<string>();
  const wanted = list.maxRows ?? Number.POSITIVE_INFINITY;
  let offset = '';
  let coming: Promise<PlatformResponse> | undefined;
  let pagesWithoutNew = 0;
  let isAtEnd = wanted <= 0;

  /** The next call needs nothing of this response but the offset. */
  async function nextResponse(): Promise<unknown> {
    const { json } = await (coming ?? call(listCall(list, offset)));
    offset = parseOrUnavailable(offsetShape, json).offset;
    if (seenOffsets.has(offset)) throw endless();
    if (offset !== '') seenOffsets.add(offset);
    coming = list.ahead && offset !== '' ? call(listCall(list, offset)) : undefined;
    // Its failure is thrown where it is awaited; until then it must not count as unhandled.
    coming?.catch(() => {});
    // It is sent before this page is parsed.
    if (coming) await setImmediate();
    return json;
  }

  async function next(): Promise<readonly AirtableRecord[] | undefined> {
    if (isAtEnd) return undefined;
    const { records } = parseOrUnavailable(recordsShape, await nextResponse());
    const fresh = records.filter(({ id }) => {
      if (seenRecords.has(id) || seenRecords.size >= wanted) return false;
      seenRecords.add(id);
      return true;
    });
    isAtEnd = offset === '' || seenRecords.size >= wanted;
    pagesWithoutNew = fresh.length > 0 ? 0 : pagesWithoutNew + 1;
    if (!isAtEnd && pagesWithoutNew > maxPagesWithoutNew) throw endless();
    return fresh;
  }

  return {
    next,
    get isAtEnd() {
      return isAtEnd;
    },
  };
}

/** Airtable takes addresses of 16,000 characters. */
const maxPathLength = 15_000;

export function listCall(list: RecordList, offset: string): PlatformCall {
  const path = `/v0/${encodeURIComponent(list.base)}/${encodeURIComponent(list.table)}`;
  const parts = {
    pageSize: Math.min(maxPageSize, list.maxRows ?? maxPageSize),
    returnFieldsByFieldId: true,
    ...(list.maxRows !== undefined && { maxRecords: list.maxRows }),
    ...(list.view !== undefined && { view: list.view }),
    ...(list.formula !== undefined && { filterByFormula: list.formula }),
    ...(list.asText && { cellFormat: 'string' }),
    ...(offset !== '' && { offset }),
  };
  // These two are read from the address even when all else is in a body.
  const display = list.asText ? { timeZone: 'UTC', userLocale: 'en-us' } : {};
  const query = new URLSearchParams(display);
  for (const [name, value] of Object.entries(parts)) query.append(name, String(value));
  for (const field of list.fields) query.append('fields[]', field);
  const address = `${path}?${query}`;
  if (list.formula === undefined && address.length <= maxPathLength)
    return { path: address, scope: list.base };
  const displayQuery = list.asText ? `?${new URLSearchParams(display)}` : '';
  return {
    method: 'POST',
    path: `${path}/listRecords${displayQuery}`,
    json: { ...parts, fields: list.fields },
    scope: list.base,
  };
}

function endless(): ServiceError {
  return new ServiceError('sourceUnavailable', { cause: new Error('the list of records does not end') });
}
