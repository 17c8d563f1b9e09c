/**
 * All rows of a data source, each once. One query of Notion ends after 10,000 rows and says so only in
 * `request_status`: then the next window begins at the creation time where the last one ended, until one is
 * complete. A window that cannot get further is an error, never a cut-off table (contract 1.3.2).
 */
import { z } from 'zod';
import { ServiceError } from '../../errors/errors.ts';
import type { CallPlatform } from '../../platform/platform-request.ts';
import { parseOrUnavailable } from '../parse-or-unavailable.ts';
import { openCursor, pageShape } from './cursor.ts';
import { request } from './request.ts';
import { propertyKey } from './schema.ts';

export interface RowQuery {
  readonly dataSource: string;
  /** Ids of the properties wanted; null for all. */
  readonly properties: readonly string[] | null;
  /** Whether the next page is requested while one is worked on. */
  readonly ahead: boolean;
  readonly maxRows?: number | undefined;
}

export interface PageRow {
  readonly id: string;
  readonly createdTime: string;
  /** By the key of the property. */
  readonly values: Map<string, PropertyValue>;
}

export interface PropertyValue {
  readonly type: string;
  readonly value: unknown;
  /** Notion says that it cut the value short. */
  readonly isCut: boolean;
}

const maxPageSize = 100;
/** With more ids none are sent: the response then holds all properties, which costs only its size. */
const maxFilterProperties = 100;

const queryPage = pageShape.extend({ request_status: z.object({ type: z.string() }).nullish() });
type QueryPage = z.infer<typeof queryPage>;

/** Oldest first, a page at a time. */
export async function* queryRows(call: CallPlatform, query: RowQuery): AsyncGenerator<PageRow[]> {
  const seen = new Set<string>();
  const most = query.maxRows ?? Number.POSITIVE_INFINITY;
  const window: Window = { since: undefined, last: '', isIncomplete: false, isInOrder: true };
  do {
    for await (const page of windowPages(call, query, window.since)) {
      const rows = page.results.flatMap(rowsOf);
      note(window, page, rows);
      const fresh = rows.filter(({ id }) => !seen.has(id)).slice(0, most - seen.size);
      for (const { id } of fresh) seen.add(id);
      if (fresh.length > 0) yield fresh;
      if (seen.size >= most) return;
    }
  } while (advance(window));
}

interface Window {
  /** Creation time from which it reads; undefined: from the oldest row. */
  since: string | undefined;
  /** Latest creation time seen in it. */
  last: string;
  isIncomplete: boolean;
  isInOrder: boolean;
}

function windowPages(
  call: CallPlatform,
  query: RowQuery,
  since: string | undefined,
): AsyncGenerator<QueryPage> {
  const path = `/v1/data_sources/${encodeURIComponent(query.dataSource)}/query${filterProperties(query.properties)}`;
  const json = {
    page_size: Math.max(1, Math.min(maxPageSize, query.maxRows ?? maxPageSize)),
    result_type: 'page',
    sorts: [{ timestamp: 'created_time', direction: 'ascending' }],
    ...(since !== undefined && {
      filter: { timestamp: 'created_time', created_time: { on_or_after: since } },
    }),
  };
  const requestPage = (cursor: string | undefined): Promise<QueryPage> =>
    request(
      call,
      { method: 'POST', path, json: { ...json, ...(cursor !== undefined && { start_cursor: cursor }) } },
      queryPage,
    );
  return openCursor(requestPage, { ahead: query.ahead && query.maxRows === undefined });
}

function filterProperties(ids: readonly string[] | null): string {
  if (ids === null || ids.length > maxFilterProperties) return '';
  return `?${ids.map((id) => `filter_properties=${encodeURIComponent(propertyKey(id))}`).join('&')}`;
}

function note(window: Window, page: QueryPage, rows: readonly PageRow[]): void {
  if (page.request_status?.type === 'incomplete') window.isIncomplete = true;
  for (const { createdTime } of rows) {
    if (createdTime < window.last) window.isInOrder = false;
    else window.last = createdTime;
  }
}

/** Whether there is another window to read. */
function advance(window: Window): boolean {
  if (!window.isIncomplete) return false;
  if (!window.isInOrder) throw stuck('Notion did not keep the order of creation.');
  if (window.last === (window.since ?? '')) {
    throw stuck('More rows were created at the same time than Notion returns at once.');
  }
  Object.assign(window, { since: window.last, isIncomplete: false });
  return true;
}

function stuck(reason: string): ServiceError {
  const data = `The database has more rows than one query of Notion returns, and the rest could not be reached. ${reason}`;
  return new ServiceError('sourceUnavailable', { data });
}

const rowShape = z.object({
  object: z.string().default('page'),
  id: z.string(),
  created_time: z.string().default(''),
  properties: z.custom<object>((value) => typeof value === 'object' && value !== null),
});

/** In a wiki, data sources may stand among the pages. */
function rowsOf(result: unknown): PageRow[] {
  const { object, id, created_time, properties } = parseOrUnavailable(rowShape, result);
  if (object !== 'page') return [];
  const all: unknown[] = Object.values(properties);
  const values = new Map<string, PropertyValue>();
  for (const property of all) {
    const value = readProperty(property);
    values.set(propertyKey(value.id), {
      type: value.type,
      value: value[value.type],
      isCut: value['has_more'] === true,
    });
  }
  return [{ id, createdTime: created_time, values }];
}

type RawProperty = Readonly<Record<string, unknown>> & { readonly id: string; readonly type: string };

/** Checked without zod: there may be thousands on a page. */
function readProperty(property: unknown): RawProperty {
  if (isRawProperty(property)) return property;
  throw new ServiceError('sourceUnavailable', { cause: new TypeError('a property without id or type') });
}

function isRawProperty(property: unknown): property is RawProperty {
  if (typeof property !== 'object' || property === null || !('id' in property) || !('type' in property))
    return false;
  return typeof property.id === 'string' && typeof property.type === 'string';
}
