/**
 * The structure of an Airtable base, had by one call: its tables with their fields and views. Fields that
 * Airtable keeps for itself are left out; the rest is what an endpoint can choose from and remembers
 * (sections 2 and 7).
 */
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import type { CallPlatform } from '../../platform-request.ts';
import { parseOrUnavailable } from '../parse-or-unavailable.ts';
import type { RememberedField } from '../remembered-fields.ts';
import { isKnownType } from './field-types.ts';
import { askAirtable } from './request.ts';

const text = z.string().optional().catch(undefined);

const optionsSchema = z
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

export const fieldSchema = z
  .object({ id: z.string(), name: z.string(), type: z.string(), options: z.unknown().optional() })
  .transform(({ options, ...field }) => ({
    ...field,
    isInternal: field.type === 'manualSort' || (options === null && !isKnownType(field.type)),
    options: optionsSchema.parse(options ?? {}),
  }));

const tableSchema = z.object({
  id: z.string(),
  name: z.string(),
  primaryFieldId: z.string(),
  fields: z.array(fieldSchema).transform((fields) => fields.filter((field) => !field.isInternal)),
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

export type AirtableField = z.output<typeof fieldSchema>;
export type AirtableTable = z.output<typeof tableSchema>;
export type AirtableView = AirtableTable['views'][number];

const schemaAnswer = z.object({ tables: z.array(z.unknown()) });

export async function readSchema(call: CallPlatform, base: string): Promise<readonly AirtableTable[]> {
  const path = `/v0/meta/bases/${encodeURIComponent(base)}/tables?include=visibleFieldIds`;
  const answer = await askAirtable(call, { path, scope: base }, schemaAnswer);
  const tables: AirtableTable[] = [];
  for (const table of answer.tables) {
    tables.push(parseOrUnavailable(tableSchema, table));
    // A base may have tens of thousands of fields: other requests come in between.
    await setImmediate();
  }
  return tables;
}

/** A calculated field counts as retyped when the type of its result changes. */
export function remember(field: AirtableField): RememberedField {
  const result = field.options.result?.type;
  return { id: field.id, name: field.name, type: result ? `${field.type} (${result})` : field.type };
}
