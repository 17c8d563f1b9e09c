/**
 * The schema of a Notion data source, where rows and properties of a database live: the title first, the
 * other properties as they come. Properties are known by id, because a rename changes everything else.
 */
import { z } from 'zod';
import type { CallPlatform } from '../../platform/platform-request.ts';
import { parseOrUnavailable } from '../parse-or-unavailable.ts';
import type { RememberedField } from '../remembered-fields.ts';
import { textOf } from './cells.ts';
import { request } from './request.ts';

export interface Property extends RememberedField {
  /** The id without its URL encoding: equal wherever the same property is meant. */
  readonly key: string;
  /** Of a relation: the data source of the pages it points to. */
  readonly relatedDataSource?: string;
  /** Of a rollup: the key of the relation that it follows. */
  readonly followedRelation?: string;
}

export interface DataSource {
  readonly id: string;
  readonly title: string;
  /** Empty when Notion does not say. */
  readonly database: string;
  readonly isInTrash: boolean;
  readonly properties: readonly Property[];
}

const dataSourceShape = z.object({
  id: z.string(),
  title: z.unknown().optional(),
  parent: z.object({ database_id: z.string().optional() }).nullish(),
  in_trash: z.boolean().optional(),
  archived: z.boolean().optional(),
  properties: z.custom<object>((value) => typeof value === 'object' && value !== null),
});

const propertyShape = z.looseObject({ id: z.string(), name: z.string().optional(), type: z.string() });
const relationShape = z.object({ data_source_id: z.string().optional() }).catch({});
const rollupShape = z.object({ relation_property_id: z.string().optional() }).catch({});

export async function readSchema(call: CallPlatform, dataSource: string): Promise<DataSource> {
  const path = `/v1/data_sources/${encodeURIComponent(dataSource)}`;
  const response = await request(call, { path }, dataSourceShape);
  const properties = Object.entries<unknown>({ ...response.properties }).map(([name, value]) =>
    propertyOf(name, value),
  );
  return {
    id: response.id,
    title: textOf(response.title),
    database: response.parent?.database_id ?? '',
    isInTrash: response.in_trash ?? response.archived ?? false,
    properties: properties.sort((a, b) => Number(b.type === 'title') - Number(a.type === 'title')),
  };
}

export function remember({ id, name, type }: Property): RememberedField {
  return { id, name, type };
}

/** Most responses have property ids URL-encoded, some do not. */
export function propertyKey(id: string): string {
  if (!id.includes('%')) return id;
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

function propertyOf(key: string, value: unknown): Property {
  const { id, name = key, type, ...rest } = parseOrUnavailable(propertyShape, value);
  const related = type === 'relation' ? relationShape.parse(rest[type]).data_source_id : undefined;
  const followed = type === 'rollup' ? rollupShape.parse(rest[type]).relation_property_id : undefined;
  return {
    id,
    name,
    type,
    key: propertyKey(id),
    ...(related !== undefined && { relatedDataSource: related }),
    ...(followed !== undefined && { followedRelation: propertyKey(followed) }),
  };
}
