/**
 * The structure of an Airtable base, read with one call: its tables with their fields and views. Fields that
 * Airtable keeps for itself are left out; the rest is what an endpoint can choose from and remembers.
 */
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import type { CallPlatform } from '../../platform/platform-request.ts';
import type { Column } from '../../table/table.ts';
import { parseOrUnavailable } from '../parse-or-unavailable.ts';
import type { RememberedField } from '../remembered-fields.ts';
import { columnType, isKnownType } from './field-types.ts';
import { request } from './request.ts';

const text = z.string().optional().catch(undefined);

const optionsShape = z
  .object({
    linkedTableId: text,
    recordLinkFieldId: text,
    fieldIdInLinkedTable: text,
    result: z
      .object({ type: z.string(), options: z.object({ linkedTableId: text }).optional().catch(undefined) })
      .optional()
      .catch(undefined),
  })
  .catch({});

export const fieldShape = z
  .object({ id: z.string(), name: z.string(), type: z.string(), options: z.unknown().optional() })
  .transform(({ options, ...field }) => ({
    ...field,
    isInternal: field.type === 'manualSort' || (options === null && !isKnownType(field.type)),
    options: optionsShape.parse(options ?? {}),
  }));

const tableShape = z.object({
  id: z.string(),
  name: z.string(),
  primaryFieldId: z.string(),
  fields: z.array(fieldShape).transform((fields) => fields.filter((field) => !field.isInternal)),
  views: z
    .array(
      z.object({
        id: z.string(),
        name: z.string(),
        visibleFieldIds: z.array(z.string()).optional().catch(undefined),
      }),
    )
    .default([]),
});

export type Field = z.output<typeof fieldShape>;
export type BaseTable = z.output<typeof tableShape>;
export type View = BaseTable['views'][number];

const schemaShape = z.object({ tables: z.array(z.unknown()) });

export async function readSchema(call: CallPlatform, base: string): Promise<readonly BaseTable[]> {
  const path = `/v0/meta/bases/${encodeURIComponent(base)}/tables?include=visibleFieldIds`;
  const response = await request(call, { base, path }, schemaShape);
  const tables: BaseTable[] = [];
  for (const table of response.tables) {
    tables.push(parseOrUnavailable(tableShape, table));
    // A base may have tens of thousands of fields: other requests get a turn in between.
    await setImmediate();
  }
  return tables;
}

/** A calculated field counts as retyped when the type of its result changes. */
export function remember(field: Field): RememberedField {
  const result = field.options.result?.type;
  return { id: field.id, name: field.name, type: result ? `${field.type} (${result})` : field.type };
}

/** From what is remembered of a field back to its column. */
export function rememberedColumn({ name, type: remembered }: RememberedField): Column {
  const [, type = remembered, result] = /^(\w+) \((\w+)\)$/.exec(remembered) ?? [];
  return { name, type: columnType({ type, options: { result: result ? { type: result } : undefined } }) };
}
