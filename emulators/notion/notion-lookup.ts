/**
 * Looks up objects by the id in a request, with or without dashes. Objects that are not shared with the integration
 * are reported as not existing.
 */
import type {
  NotionDatabase,
  NotionDataSource,
  NotionProperty,
  NotionRow,
  NotionWorkspace,
} from './notion-data.ts';
import { invalid, notFound } from './notion-error.ts';

export interface FoundDataSource {
  readonly database: NotionDatabase;
  readonly dataSource: NotionDataSource;
}

export interface FoundRow extends FoundDataSource {
  readonly row: NotionRow;
}

type Kind = 'page' | 'database' | 'data_source';

export function findDatabase(workspace: NotionWorkspace, raw: string | undefined): NotionDatabase {
  const id = pathId('database', raw);
  const database = workspace.databases.find((each) => each.id === id);
  if (!database?.shared) throw notFound('database', id);
  return database;
}

export function findDataSource(workspace: NotionWorkspace, raw: string | undefined): FoundDataSource {
  const id = pathId('data_source', raw);
  const found = visibleDataSource(workspace, id);
  if (!found) throw notFound('data_source', id);
  return found;
}

export function findPage(workspace: NotionWorkspace, raw: string | undefined): FoundRow {
  const id = pathId('page', raw);
  for (const found of visibleDataSources(workspace)) {
    const row = rowOf(found.dataSource, id);
    if (row) return { ...found, row };
  }
  throw notFound('page', id);
}

export function visibleDataSource(workspace: NotionWorkspace, id: unknown): FoundDataSource | undefined {
  for (const database of workspace.databases) {
    for (const dataSource of database.dataSources) {
      if (dataSource.id === id && isShared(database, dataSource)) return { database, dataSource };
    }
  }
  return undefined;
}

export function* visibleDataSources(workspace: NotionWorkspace): Generator<FoundDataSource> {
  for (const database of workspace.databases) {
    for (const dataSource of database.dataSources) {
      if (isShared(database, dataSource)) yield { database, dataSource };
    }
  }
}

export function isShared(database: NotionDatabase, dataSource: NotionDataSource): boolean {
  return dataSource.shared ?? database.shared;
}

export function isInTrash({ database, dataSource }: FoundDataSource): boolean {
  return database.inTrash || dataSource.inTrash === true;
}

/** By property id, already percent-decoded. */
export function propertyById(dataSource: NotionDataSource, id: string): [string, NotionProperty] | undefined {
  return Object.entries(dataSource.properties).find(([, property]) => decodeURIComponent(property.id) === id);
}

interface RowIndex {
  readonly length: number;
  readonly byId: ReadonlyMap<string, NotionRow>;
}

const rowIndexes = new WeakMap<NotionRow[], RowIndex>();

export function rowOf({ rows }: NotionDataSource, id: string): NotionRow | undefined {
  let index = rowIndexes.get(rows);
  if (index?.length !== rows.length) {
    index = { length: rows.length, byId: new Map(rows.map((row) => [row.id, row])) };
    rowIndexes.set(rows, index);
  }
  return index.byId.get(id);
}

function pathId(kind: Kind, raw = ''): string {
  const hex = raw.replaceAll('-', '').toLowerCase();
  if (!/^[0-9a-f]{32}$/.test(hex)) {
    const was = JSON.stringify(raw);
    throw invalid(`path failed validation: path.${kind}_id should be a valid uuid, instead was \`${was}\`.`);
  }
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
