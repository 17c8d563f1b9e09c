/**
 * Rows as pages: all or the requested properties, with at most 25 references each, as Notion returns them for a query
 * and for a single page. Rollups are calculated from those 25 only.
 */
import {
  isObject,
  type NotionDataSource,
  type NotionProperty,
  type NotionReader,
  type NotionRow,
  type NotionWorkspace,
} from './notion-data.ts';
import { invalid } from './notion-error.ts';
import { type FoundDataSource, propertyById } from './notion-lookup.ts';
import { pageObject } from './notion-objects.ts';
import { rollupElements, rollupRelation, rollupValue } from './notion-rollups.ts';
import { listValue, relatedPages, shownUser, storedValue } from './notion-values.ts';

type Json = Record<string, unknown>;

/** Maximum pages, people or mentions per property; the rest is available as property items. */
export const maxReferences = 25;

/** Determines once for all rows which properties are returned and how. */
export function pageMaker(
  workspace: NotionWorkspace,
  reader: NotionReader,
  found: FoundDataSource,
  query: URLSearchParams,
): (row: NotionRow) => Json {
  const shown = shownProperties(found.dataSource, query.getAll('filter_properties'));
  const read = shown.map(
    ([name, property]) => [name, valueReader(workspace, reader, found.dataSource, property)] as const,
  );
  return (row) => {
    const properties: Json = {};
    for (const [name, value] of read) properties[name] = value(row);
    return pageObject({ ...found, row }, reader.version, properties);
  };
}

function shownProperties(
  dataSource: NotionDataSource,
  wanted: readonly string[],
): [string, NotionProperty][] {
  const all = Object.entries(dataSource.properties);
  if (wanted.length === 0) return all;
  const ids = new Set<string>();
  for (const id of wanted) {
    const property = propertyById(dataSource, id)?.[1];
    if (!property) throw invalid(`Could not find property with name or id: ${id}`);
    ids.add(property.id);
  }
  return all.filter(([, property]) => ids.has(property.id));
}

function valueReader(
  workspace: NotionWorkspace,
  reader: NotionReader,
  dataSource: NotionDataSource,
  property: NotionProperty,
): (row: NotionRow) => Json {
  const { id, type } = property;
  if (type === 'title' || type === 'rich_text') {
    return (row) => ({ id, type, [type]: withoutLateMentions(listValue(row, property)) });
  }
  if (type === 'people') {
    const users = (row: NotionRow) => listValue(row, property).slice(0, maxReferences);
    return (row) => ({ id, type, people: users(row).map((user) => shownUser(reader, user)) });
  }
  if (type === 'created_by' || type === 'last_edited_by') {
    return (row) => ({ id, type, [type]: shownUser(reader, storedValue(row, property)) });
  }
  if (type === 'relation') return relationReader(workspace, property);
  if (type === 'rollup') {
    return (row) => ({ id, type, rollup: rollupInPage(workspace, dataSource, property, row) });
  }
  return (row) => ({ id, type, [type]: storedValue(row, property) });
}

function relationReader(workspace: NotionWorkspace, property: NotionProperty): (row: NotionRow) => Json {
  return (row) => {
    const pages = relatedPages(workspace, row, property);
    const first = pages.slice(0, maxReferences);
    return {
      id: property.id,
      type: 'relation',
      relation: first,
      ...(workspace.sendsRelationHasMore && { has_more: pages.length > first.length }),
    };
  };
}

function rollupInPage(
  workspace: NotionWorkspace,
  dataSource: NotionDataSource,
  property: NotionProperty,
  row: NotionRow,
): unknown {
  const given = storedValue(row, property);
  const over = given === null ? rollupRelation(workspace, dataSource, property, row) : undefined;
  if (!over) return given ?? rollupValue(property, []);
  const first = { ...over, pages: over.pages.slice(0, maxReferences) };
  return rollupValue(property, rollupElements(workspace, property, first));
}

function withoutLateMentions(items: readonly unknown[]): readonly unknown[] {
  if (items.length <= maxReferences) return items;
  let mentions = 0;
  return items.filter((item) => {
    if (!isObject(item) || item['type'] !== 'mention') return true;
    mentions += 1;
    return mentions <= maxReferences;
  });
}
