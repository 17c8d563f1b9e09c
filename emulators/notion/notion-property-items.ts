/**
 * The complete value of one property of one page: a single object for simple types, a paged list for texts, people,
 * relations and rollups. A calculated rollup is `incomplete` until its last page.
 */
import type { NotionProperty, NotionRequest, NotionWorkspace } from './notion-data.ts';
import { invalid } from './notion-error.ts';
import { type FoundRow, findPage, propertyById } from './notion-lookup.ts';
import { listName, pageSizeOf, readCursor, writeCursor } from './notion-paging.ts';
import { isOriginal, rollupElements, rollupFunction, rollupRelation, rollupValue } from './notion-rollups.ts';
import { listValue, relatedPages, shownUser, storedValue } from './notion-values.ts';

type Json = Record<string, unknown>;

/** The property items of a value, and the fields sent with each page of them. */
interface Pieces {
  readonly items: readonly Json[];
  summary(isLast: boolean): unknown;
}

export function propertyItems(workspace: NotionWorkspace, request: NotionRequest): Json {
  const [pageId, propertyId = ''] = request.params;
  const found = findPage(workspace, pageId);
  const property = propertyById(found.dataSource, propertyId)?.[1];
  if (!property) throw invalid(`${propertyId} is not a property that exists.`);
  const pieces = piecesOf(workspace, request, found, property);
  if (!pieces) return item(property, simpleValue(request, found, property));
  return pageOfPieces(request, found, property, pieces);
}

function pageOfPieces(
  request: NotionRequest,
  { row }: FoundRow,
  property: NotionProperty,
  pieces: Pieces,
): Json {
  const { id, type } = property;
  const size = pageSizeOf(request.query);
  const cursor = readCursor(listName(row.id, id), request.query.get('start_cursor'));
  const results = pieces.items.slice(cursor.sent, cursor.sent + size);
  const sent = cursor.sent + results.length;
  const isLast = sent >= pieces.items.length;
  const next = isLast ? null : writeCursor({ list: cursor.list, sent, pages: cursor.pages + 1, after: '' });
  const route = `${request.origin}/v1/pages/${row.id}/properties/${encodeURIComponent(decodeURIComponent(id))}`;
  const next_url = next && `${route}?start_cursor=${next}&page_size=${size}`;
  return {
    object: 'list',
    results,
    next_cursor: next,
    has_more: !isLast,
    type: 'property_item',
    property_item: { id, next_url, type, [type]: pieces.summary(isLast) },
  };
}

function simpleValue(request: NotionRequest, { row }: FoundRow, property: NotionProperty): unknown {
  const value = storedValue(row, property);
  return /_by$/.test(property.type) ? shownUser(request, value) : value;
}

function piecesOf(
  workspace: NotionWorkspace,
  request: NotionRequest,
  found: FoundRow,
  property: NotionProperty,
): Pieces | undefined {
  if (property.type === 'rollup') return rollupPieces(workspace, request, found, property);
  const values = splitValue(workspace, request, found, property);
  return values && { items: values.map((value) => item(property, value)), summary: () => ({}) };
}

function splitValue(
  workspace: NotionWorkspace,
  request: NotionRequest,
  { row }: FoundRow,
  property: NotionProperty,
): readonly unknown[] | undefined {
  if (property.type === 'relation') return relatedPages(workspace, row, property);
  if (property.type === 'people') return listValue(row, property).map((user) => shownUser(request, user));
  return property.type === 'title' || property.type === 'rich_text' ? listValue(row, property) : undefined;
}

function rollupPieces(
  workspace: NotionWorkspace,
  request: NotionRequest,
  { dataSource, row }: FoundRow,
  property: NotionProperty,
): Pieces {
  const given = storedValue(row, property);
  const over = given === null ? rollupRelation(workspace, dataSource, property, row) : undefined;
  if (!over) return { items: [], summary: () => given ?? rollupValue(property, []) };
  const name = rollupFunction(property);
  const incomplete = { type: 'incomplete', incomplete: {}, function: name };
  const elements = () => rollupElements(workspace, property, over);
  if (isOriginal(property)) {
    const items = elements().flatMap((element) => elementItems(request, element.property, element.value));
    return {
      items,
      summary: (isLast) => (isLast ? { type: 'array', array: [], function: name } : incomplete),
    };
  }
  return {
    items: over.pages.map((page) => item(over.relation, page)),
    summary: (isLast) => (isLast ? rollupValue(property, elements()) : incomplete),
  };
}

/** Texts, people and relations are split here too, with one item per element. */
function elementItems(request: NotionRequest, property: NotionProperty, value: unknown): Json[] {
  const isSplit = /^(title|rich_text|people|relation)$/.test(property.type);
  const pieces = isSplit && Array.isArray(value) ? value : [value];
  return pieces.map((piece) =>
    item(property, property.type === 'people' ? shownUser(request, piece) : piece),
  );
}

function item({ id, type }: NotionProperty, value: unknown): Json {
  return { object: 'property_item', id, type, [type]: value };
}
