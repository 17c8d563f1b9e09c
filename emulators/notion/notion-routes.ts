/**
 * The API routes of each version. Rows and schema belong to the database up to 2022-06-28, to its data sources since
 * 2025-09-03; the routes of other versions do not exist.
 */
import type { NotionRequest, NotionVersion, NotionWorkspace } from './notion-data.ts';
import { invalidUrl, NotionError } from './notion-error.ts';
import { type FoundDataSource, findDatabase, findDataSource, findPage, isShared } from './notion-lookup.ts';
import { botObject, databaseObject, dataSourceObject, oldDatabaseObject } from './notion-objects.ts';
import { pageMaker } from './notion-pages.ts';
import { propertyItems } from './notion-property-items.ts';
import { queryRows } from './notion-query.ts';
import { search } from './notion-search.ts';

type Json = Record<string, unknown>;

export interface NotionRoute {
  readonly method: 'GET' | 'POST';
  /** `:` matches any one segment. */
  readonly path: string;
  /** Absent: all versions. */
  readonly only?: 'old' | 'new';
  readonly needsContent: boolean;
  answer(workspace: NotionWorkspace, request: NotionRequest): Json;
}

const routes: readonly NotionRoute[] = [
  { method: 'GET', path: '/v1/users/me', needsContent: false, answer: botObject },
  { method: 'POST', path: '/v1/search', needsContent: true, answer: search },
  {
    method: 'GET',
    path: '/v1/databases/:',
    only: 'old',
    needsContent: true,
    answer: (workspace, request) => oldDatabaseObject(onlySource(workspace, request), request),
  },
  {
    method: 'POST',
    path: '/v1/databases/:/query',
    only: 'old',
    needsContent: true,
    answer: (workspace, request) => queryRows(workspace, request, onlySource(workspace, request)),
  },
  {
    method: 'GET',
    path: '/v1/databases/:',
    only: 'new',
    needsContent: true,
    answer: (workspace, request) => databaseObject(findDatabase(workspace, request.params[0]), request),
  },
  {
    method: 'GET',
    path: '/v1/data_sources/:',
    only: 'new',
    needsContent: true,
    answer: (workspace, request) => dataSourceObject(findDataSource(workspace, request.params[0]), request),
  },
  {
    method: 'POST',
    path: '/v1/data_sources/:/query',
    only: 'new',
    needsContent: true,
    answer: (workspace, request) =>
      queryRows(workspace, request, findDataSource(workspace, request.params[0])),
  },
  {
    method: 'GET',
    path: '/v1/pages/:',
    needsContent: true,
    answer: (workspace, request) => {
      const found = findPage(workspace, request.params[0]);
      return pageMaker(workspace, request, found, request.query)(found.row);
    },
  },
  { method: 'GET', path: '/v1/pages/:/properties/:', needsContent: true, answer: propertyItems },
];

export function findRoute(
  method: string,
  path: string,
  version: NotionVersion,
): { route: NotionRoute; params: string[] } {
  const parts = path.split('/');
  const age = version === '2022-06-28' ? 'old' : 'new';
  for (const route of routes) {
    const fixed = route.path.split('/');
    const isFit =
      fixed.length === parts.length && fixed.every((part, at) => part === ':' || part === parts[at]);
    if (isFit && route.method === method && (route.only ?? age) === age) {
      return { route, params: parts.filter((_, at) => fixed[at] === ':').map(decodedPart) };
    }
  }
  throw invalidUrl();
}

function onlySource(workspace: NotionWorkspace, request: NotionRequest): FoundDataSource {
  const database = findDatabase(workspace, request.params[0]);
  const [dataSource, ...others] = database.dataSources.filter((each) => isShared(database, each));
  if (dataSource && others.length === 0) return { database, dataSource };
  const text = 'Databases with multiple data sources are not supported in this API version.';
  throw new NotionError(400, 'validation_error', text, {
    additionalData: {
      error_type: 'multiple_data_sources_for_database',
      database_id: database.id,
      child_data_source_ids: database.dataSources.map(({ id }) => id),
      minimum_api_version: '2025-09-03',
    },
  });
}

function decodedPart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw invalidUrl();
  }
}
