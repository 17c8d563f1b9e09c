/**
 * What a Notion workspace holds: databases, each with one data source or more, which have the schema and the
 * rows. All of it may be changed at any time; the next answer shows the change.
 */

export interface NotionDatabase {
  /** A UUID in lower case with dashes, as every id but those of properties. */
  readonly id: string;
  title: string;
  /** Whether the integration was given it; what was not is answered as if it did not exist. */
  shared: boolean;
  inTrash: boolean;
  dataSources: NotionDataSource[];
}

export interface NotionDataSource {
  readonly id: string;
  name: string;
  /** As its database when absent. */
  shared?: boolean;
  inTrash?: boolean;
  lastEditedTime?: string;
  /** By name. */
  properties: Record<string, NotionProperty>;
  /** Rows are found anew by their id when the array or its length changes. */
  rows: NotionRow[];
  /** Ids of data sources that stand among the rows, as in a wiki. */
  children?: string[];
}

export interface NotionProperty {
  /** As it is sent, with percent signs where Notion has them; `title` for the title. */
  readonly id: string;
  type: string;
  config: Record<string, unknown>;
}

export interface NotionRow {
  readonly id: string;
  createdTime: string;
  lastEditedTime: string;
  inTrash?: boolean;
  /** By id of the property; relations hold all ids. A rollup that is not given is calculated. */
  values: Record<string, unknown>;
}

/** The workspace and how it behaves. */
export interface NotionWorkspace {
  readonly databases: NotionDatabase[];
  queryCap: number;
  shortPages: boolean;
  sendsRelationHasMore: boolean;
}

export const notionVersions = ['2022-06-28', '2025-09-03', '2026-03-11'] as const;

export type NotionVersion = (typeof notionVersions)[number];

/** On whose behalf something is shown. */
export interface NotionReader {
  readonly version: NotionVersion;
  /** Without it people have an id and nothing else. */
  readonly readsUsers: boolean;
}

export interface NotionRequest extends NotionReader {
  /** The parts of the path that are not fixed, decoded. */
  readonly params: readonly string[];
  readonly query: URLSearchParams;
  readonly body: unknown;
  readonly origin: string;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
