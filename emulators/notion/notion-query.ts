/**
 * The rows of a data source, page by page, up to the maximum per query: beyond it the response is marked as
 * incomplete and has no cursor.
 */
import { z } from 'zod';
import { checkedBody, pagingShape } from './notion-body.ts';
import type {
  NotionDataSource,
  NotionReader,
  NotionRequest,
  NotionRow,
  NotionWorkspace,
} from './notion-data.ts';
import { filterTest } from './notion-filter.ts';
import { type FoundDataSource, visibleDataSource } from './notion-lookup.ts';
import { dataSourceObject } from './notion-objects.ts';
import { pageMaker } from './notion-pages.ts';
import { type Cursor, listName, readCursor, writeCursor } from './notion-paging.ts';
import { sortedRows, sortsSchema } from './notion-sort.ts';

type Json = Record<string, unknown>;
type Item = NotionRow | NotionDataSource;

const querySchema = z.strictObject({
  ...pagingShape,
  filter: z.unknown().optional(),
  sorts: sortsSchema.default([]),
  in_trash: z.boolean('a boolean or `undefined`').default(false),
  archived: z.boolean('a boolean or `undefined`').default(false),
  result_type: z.enum(['page', 'data_source'], '`"page"`, `"data_source"`, or `undefined`').optional(),
});

type Query = z.output<typeof querySchema>;

export function queryRows(workspace: NotionWorkspace, request: NotionRequest, found: FoundDataSource): Json {
  const { start_cursor, page_size, ...query } = checkedBody(querySchema, request.body);
  const cursor = readCursor(listName(found.dataSource.id, query), start_cursor);
  const items = itemsOf(workspace, found.dataSource, { start_cursor, page_size, ...query }, cursor);
  const from = startOf(items, cursor);
  const left = Math.min(items.length - from, workspace.queryCap - cursor.sent);
  const taken = items.slice(from, from + Math.min(left, sizeOf(workspace, page_size, cursor)));
  const sent = cursor.sent + taken.length;
  const hasMore = taken.length < left;
  const isCapped = !hasMore && from + taken.length < items.length;
  const kind = request.version === '2022-06-28' ? 'page_or_database' : 'page_or_data_source';
  const after = taken.at(-1)?.id ?? cursor.after;
  return {
    object: 'list',
    results: shown(workspace, request, found, taken),
    next_cursor: hasMore ? writeCursor({ list: cursor.list, sent, pages: cursor.pages + 1, after }) : null,
    has_more: hasMore,
    type: kind,
    [kind]: {},
    request_status: isCapped
      ? { type: 'incomplete', incomplete_reason: 'query_result_limit_reached' }
      : { type: 'complete' },
  };
}

function shown(
  workspace: NotionWorkspace,
  request: NotionReader & { query: URLSearchParams },
  found: FoundDataSource,
  items: readonly Item[],
): Json[] {
  const page = pageMaker(workspace, request, found, request.query);
  return items.map((item) => {
    if (!('rows' in item)) return page(item);
    return dataSourceObject(visibleDataSource(workspace, item.id) ?? found, request);
  });
}

/** Short pages alternate: half full, empty, full. */
function sizeOf({ shortPages }: NotionWorkspace, size: number, { pages }: Cursor): number {
  if (!shortPages || pages % 3 === 2) return size;
  return pages % 3 === 0 ? Math.ceil(size / 2) : 0;
}

interface Ordered {
  readonly list: string;
  readonly rows: readonly NotionRow[];
  readonly length: number;
  readonly items: readonly Item[];
}

/** A cache of recent lists, so that the next page does not filter and sort again. */
const lastLists = new WeakMap<NotionDataSource, Ordered[]>();
const listsKept = 8;

function itemsOf(
  workspace: NotionWorkspace,
  dataSource: NotionDataSource,
  query: Query,
  { list, pages }: Cursor,
): readonly Item[] {
  const { rows } = dataSource;
  const kept = lastLists.get(dataSource) ?? [];
  const known = kept.find((each) => each.list === list);
  if (pages > 0 && known?.rows === rows && known.length === rows.length) return known.items;
  const items = orderedItems(workspace, dataSource, query);
  const others = kept.filter((each) => each !== known).slice(1 - listsKept);
  lastLists.set(dataSource, [...others, { list, rows, length: rows.length, items }]);
  return items;
}

function orderedItems(
  workspace: NotionWorkspace,
  dataSource: NotionDataSource,
  query: Query,
): readonly Item[] {
  const test = query.filter === undefined ? undefined : filterTest(dataSource, query.filter);
  const wantsTrash = query.in_trash || query.archived;
  const matching = dataSource.rows.filter(
    (row) => (row.inTrash ?? false) === wantsTrash && (!test || test(row)),
  );
  const pages = sortedRows(dataSource, matching, query.sorts);
  if (query.result_type === 'page') return pages;
  const children = (dataSource.children ?? [])
    .map((id) => visibleDataSource(workspace, id)?.dataSource)
    .filter((child) => child !== undefined);
  return query.result_type === 'data_source' ? children : [...children, ...pages];
}

function startOf(items: readonly Item[], { sent, after }: Cursor): number {
  if (sent === 0 || items[sent - 1]?.id === after) return sent;
  const last = items.findIndex((item) => item.id === after);
  return last < 0 ? Math.min(sent, items.length) : last + 1;
}
