/**
 * The schema of a Notion data source, where rows and properties of a database live: the title first, the
 * other properties as they come. Properties are known by id, because a rename changes everything else (7).
 */
import { z } from 'zod';
import type { CallPlatform } from '../../platform-request.ts';
import { parseOrUnavailable } from '../parse-or-unavailable.ts';
import type { RememberedField } from '../remembered-fields.ts';
import { textOf } from './cells.ts';
import { askNotion } from './request.ts';

export interface NotionProperty extends RememberedField {
  /** The id without its URL encoding: equal wherever the same property is meant. */
  readonly key: string;
  /** Of a relation: the data source of the pages it points to. */
  readonly relatedDataSource?: string;
  /** Of a rollup: the key of the relation that it follows. */
  readonly followedRelation?: string;
}

export interface NotionDataSource {
  readonly id: string;
  readonly title: string;
  /** Empty when Notion does not say. */
  readonly database: string;
  readonly isInTrash: boolean;
  readonly properties: readonly NotionProperty[];
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

export async function readDataSource(call: CallPlatform, id: string): Promise<NotionDataSource> {
  const path = `/v1/data_sources/${encodeURIComponent(id)}`;
  const answer = await askNotion(call, { path }, dataSourceShape);
  const properties = Object.entries<unknown>({ ...answer.properties }).map(([name, value]) =>
    property(name, value),
  );
  return {
    id: answer.id,
    title: textOf(answer.title),
    database: answer.parent?.database_id ?? '',
    isInTrash: answer.in_trash ?? answer.archived ?? false,
    properties: properties.sort((a, b) => Number(b.type === 'title') - Number(a.type === 'title')),
  };
}

/** Property ids come URL-encoded from most places and plain from some. */
export function propertyKey(id: string): string {
  if (!id.includes('%')) return id;
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

function property(key: string, value: unknown): NotionProperty {
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
