/**
 * The data of a Notion workspace: databases with one or more data sources each, which have the schema and the rows.
 * Everything may be changed at any time; the next response shows the change.
 */

export interface NotionDatabase {
  /** A lower-case UUID with dashes, like every id except those of properties. */
  readonly id: string;
  title: string;
  /** Whether it is shared with the integration; otherwise it is reported as not existing. */
  shared: boolean;
  inTrash: boolean;
  dataSources: NotionDataSource[];
}

export interface NotionDataSource {
  readonly id: string;
  name: string;
  /** Default: that of its database. */
  shared?: boolean;
  inTrash?: boolean;
  lastEditedTime?: string;
  /** By name. */
  properties: Record<string, NotionProperty>;
  /** The index by id is rebuilt when the array or its length changes. */
  rows: NotionRow[];
  /** Ids of data sources that appear among the rows, as in a wiki. */
  children?: string[];
}

export interface NotionProperty {
  /** As sent, percent-encoded like Notion's ids; `title` for the title. */
  readonly id: string;
  type: string;
  config: Record<string, unknown>;
}

export interface NotionRow {
  readonly id: string;
  createdTime: string;
  lastEditedTime: string;
  inTrash?: boolean;
  /** By property id; relations contain all ids. A rollup without a value is calculated. */
  values: Record<string, unknown>;
}

/** The workspace and its behaviour. */
export interface NotionWorkspace {
  readonly databases: NotionDatabase[];
  queryCap: number;
  shortPages: boolean;
  sendsRelationHasMore: boolean;
}

export const notionVersions = ['2022-06-28', '2025-09-03', '2026-03-11'] as const;

export type NotionVersion = (typeof notionVersions)[number];

/** The integration on whose behalf data is returned. */
export interface NotionReader {
  readonly version: NotionVersion;
  /** If false, users have only an id. */
  readonly readsUsers: boolean;
}

export interface NotionRequest extends NotionReader {
  /** The variable parts of the path, decoded. */
  readonly params: readonly string[];
  readonly query: URLSearchParams;
  readonly body: unknown;
  readonly origin: string;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
