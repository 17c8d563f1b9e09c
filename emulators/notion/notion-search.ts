/**
 * Search by title in everything shared with the integration, most recently edited first by default. It finds data
 * sources since 2025-09-03, databases before.
 */
import { z } from 'zod';
import { checkedBody, pagingShape } from './notion-body.ts';
import {
  isObject,
  type NotionDataSource,
  type NotionRequest,
  type NotionRow,
  type NotionWorkspace,
} from './notion-data.ts';
import { type FoundDataSource, isInTrash, visibleDataSources } from './notion-lookup.ts';
import { dataSourceObject, oldDatabaseObject, someTime } from './notion-objects.ts';
import { pageMaker } from './notion-pages.ts';
import { listName, readCursor, writeCursor } from './notion-paging.ts';
import { listValue } from './notion-values.ts';

type Json = Record<string, unknown>;

interface Hit {
  readonly id: string;
  readonly editedTime: string;
  show(): Json;
}

const direction = z.enum(['ascending', 'descending'], '`"ascending"` or `"descending"`');

function searchSchema(tableWord: 'database' | 'data_source') {
  const filter = z.strictObject({
    property: z.literal('object', '`"object"`').optional(),
    value: z.enum(['page', tableWord], `\`"page"\` or \`"${tableWord}"\``).optional(),
    in_trash: z.boolean('a boolean or `undefined`').default(false),
  });
  const sort = z.union([
    z.strictObject({ timestamp: z.literal('last_edited_time'), direction: direction.default('descending') }),
    z.strictObject({ property: z.literal('relevance') }),
  ]);
  return z.strictObject({
    ...pagingShape,
    query: z.string().default(''),
    filter: filter.optional(),
    sort: sort.optional(),
  });
}

export function search(workspace: NotionWorkspace, request: NotionRequest): Json {
  const isOld = request.version === '2022-06-28';
  const { start_cursor, page_size, ...wanted } = checkedBody(
    searchSchema(isOld ? 'database' : 'data_source'),
    request.body,
  );
  const cursor = readCursor(listName('search', wanted), start_cursor);
  const hits = hitsOf(workspace, request, wanted);
  const sign = wanted.sort && 'direction' in wanted.sort && wanted.sort.direction === 'ascending' ? 1 : -1;
  hits.sort((a, b) => (a.editedTime < b.editedTime ? -sign : a.editedTime > b.editedTime ? sign : 0));
  const last = hits.findIndex(({ id }) => id === cursor.after);
  const from = last < 0 ? Math.min(cursor.sent, hits.length) : last + 1;
  const taken = hits.slice(from, from + page_size);
  const sent = from + taken.length;
  const hasMore = sent < hits.length;
  const next = { list: cursor.list, sent, pages: cursor.pages + 1, after: taken.at(-1)?.id ?? '' };
  const kind = isOld ? 'page_or_database' : 'page_or_data_source';
  return {
    object: 'list',
    results: taken.map((hit) => hit.show()),
    next_cursor: hasMore ? writeCursor(next) : null,
    has_more: hasMore,
    type: kind,
    [kind]: {},
  };
}

interface Wanted {
  readonly query: string;
  readonly filter?: { value?: string | undefined; in_trash: boolean } | undefined;
}

function hitsOf(workspace: NotionWorkspace, request: NotionRequest, { query, filter }: Wanted): Hit[] {
  const text = query.toLowerCase();
  const hits: Hit[] = [];
  for (const found of visibleDataSources(workspace)) {
    const wantsTables = filter?.value !== 'page' && isInTrash(found) === (filter?.in_trash ?? false);
    if (wantsTables && titleOf(found, request).toLowerCase().includes(text))
      hits.push(...tableHit(found, request));
    const wantsPages = filter?.value === undefined || filter.value === 'page';
    if (wantsPages) hits.push(...pageHits(workspace, request, found, text, filter?.in_trash ?? false));
  }
  return hits;
}

/** Older versions do not find databases with several data sources. */
function tableHit(found: FoundDataSource, request: NotionRequest): Hit[] {
  const editedTime = found.dataSource.lastEditedTime ?? someTime;
  if (request.version !== '2022-06-28') {
    return [{ id: found.dataSource.id, editedTime, show: () => dataSourceObject(found, request) }];
  }
  if (found.database.dataSources.length > 1) return [];
  return [{ id: found.database.id, editedTime, show: () => oldDatabaseObject(found, request) }];
}

function pageHits(
  workspace: NotionWorkspace,
  request: NotionRequest,
  found: FoundDataSource,
  text: string,
  inTrash: boolean,
): Hit[] {
  const page = pageMaker(workspace, request, found, new URLSearchParams());
  return found.dataSource.rows
    .filter((row) => (isInTrash(found) || row.inTrash === true) === inTrash)
    .filter((row) => text === '' || pageTitle(found.dataSource, row).toLowerCase().includes(text))
    .map((row) => ({ id: row.id, editedTime: row.lastEditedTime, show: () => page(row) }));
}

function titleOf({ database, dataSource }: FoundDataSource, { version }: NotionRequest): string {
  return version === '2022-06-28' ? database.title : dataSource.name;
}

function pageTitle({ properties }: NotionDataSource, row: NotionRow): string {
  const title = Object.values(properties).find(({ type }) => type === 'title');
  const items = title ? listValue(row, title) : [];
  return items.map((item) => (isObject(item) ? String(item['plain_text']) : '')).join('');
}
