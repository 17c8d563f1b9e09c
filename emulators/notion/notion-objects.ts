/**
 * Databases, data sources, users and pages as each API version returns them.
 */
import type { NotionDatabase, NotionProperty, NotionReader, NotionVersion } from './notion-data.ts';
import { type FoundDataSource, type FoundRow, isInTrash, isShared } from './notion-lookup.ts';
import { botUser } from './notion-values.ts';

type Json = Record<string, unknown>;

/** Default creation and last edit time of tables. */
export const someTime = '2026-01-05T09:00:00.000Z';
const workspaceParent = { type: 'workspace', workspace: true };

export function botObject(): Json {
  return {
    ...botUser,
    name: 'Tablecast',
    avatar_url: null,
    type: 'bot',
    bot: {
      owner: { type: 'workspace', workspace: true },
      workspace_id: '0b000000-0000-4000-8000-000000000001',
      workspace_limits: { max_file_upload_size_in_bytes: 5_242_880 },
      workspace_name: 'Emulated workspace',
    },
  };
}

/** The container since 2025-09-03, without properties. */
export function databaseObject(database: NotionDatabase, { version }: NotionReader): Json {
  const shown = database.dataSources.filter((dataSource) => isShared(database, dataSource));
  return {
    object: 'database',
    id: database.id,
    ...described(database.title, database.id),
    parent: workspaceParent,
    is_locked: false,
    ...trash(database.inTrash, version),
    data_sources: shown.map(({ id, name }) => ({ id, name })),
  };
}

/** Up to 2022-06-28 the database itself had the properties. */
export function oldDatabaseObject({ database, dataSource }: FoundDataSource, reader: NotionReader): Json {
  return {
    object: 'database',
    id: database.id,
    ...described(database.title, database.id, dataSource.lastEditedTime),
    parent: workspaceParent,
    created_by: botUser,
    last_edited_by: botUser,
    ...trash(isInTrash({ database, dataSource }), reader.version),
    properties: schema(dataSource.properties, reader.version),
  };
}

export function dataSourceObject({ database, dataSource }: FoundDataSource, { version }: NotionReader): Json {
  return {
    object: 'data_source',
    id: dataSource.id,
    ...described(dataSource.name, dataSource.id, dataSource.lastEditedTime),
    parent: { type: 'database_id', database_id: database.id },
    database_parent: workspaceParent,
    created_by: botUser,
    last_edited_by: botUser,
    ...trash(isInTrash({ database, dataSource }), version),
    properties: schema(dataSource.properties, version),
  };
}

/** A page with the given properties. */
export function pageObject(
  { database, dataSource, row }: FoundRow,
  version: NotionVersion,
  properties: Json,
): Json {
  const parent =
    version === '2022-06-28'
      ? { type: 'database_id', database_id: database.id }
      : { type: 'data_source_id', data_source_id: dataSource.id, database_id: database.id };
  return {
    object: 'page',
    id: row.id,
    created_time: row.createdTime,
    last_edited_time: row.lastEditedTime,
    created_by: botUser,
    last_edited_by: botUser,
    cover: null,
    icon: null,
    parent,
    ...trash(row.inTrash === true, version),
    is_archived: false,
    is_locked: false,
    properties,
    url: address(row.id),
    public_url: null,
  };
}

const plainStyle = {
  bold: false,
  italic: false,
  strikethrough: false,
  underline: false,
  code: false,
  color: 'default',
};

export function textItem(text: string): Json {
  return {
    type: 'text',
    text: { content: text, link: null },
    annotations: plainStyle,
    plain_text: text,
    href: null,
  };
}

function described(title: string, id: string, editedTime = someTime): Json {
  return {
    cover: null,
    icon: null,
    created_time: someTime,
    last_edited_time: editedTime,
    title: [textItem(title)],
    description: [],
    is_inline: false,
    url: address(id),
    public_url: null,
  };
}

function trash(inTrash: boolean, version: NotionVersion): Json {
  return version === '2026-03-11' ? { in_trash: inTrash } : { archived: inTrash, in_trash: inTrash };
}

function schema(properties: Record<string, NotionProperty>, version: NotionVersion): Json {
  const shown = Object.entries(properties).map(([name, { id, type, config }]): [string, Json] => {
    const { data_source_id: _, ...old } = config;
    return [name, { id, name, description: null, type, [type]: version === '2022-06-28' ? old : config }];
  });
  return Object.fromEntries(shown);
}

function address(id: string): string {
  return `https://www.notion.so/${id.replaceAll('-', '')}`;
}
