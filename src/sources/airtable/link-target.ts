/**
 * Which table the record ids in a field belong to: a link names it, and a lookup of a link leads to it through
 * the table that it looks into (contract 1.3.5).
 */
import type { BaseTable, Field } from './schema.ts';

/** How many lookups of lookups are followed. */
const maxDepth = 8;

/** The id of the linked table; undefined when the field holds no record ids. */
export function linkTarget(
  field: Field,
  table: BaseTable,
  tables: readonly BaseTable[],
  depth = 0,
): string | undefined {
  const { linkedTableId, recordLinkFieldId, fieldIdInLinkedTable, result } = field.options;
  if (field.type === 'multipleRecordLinks') return linkedTableId ?? '';
  if (field.type !== 'multipleLookupValues' || depth > maxDepth) return undefined;
  if (result?.options?.linkedTableId !== undefined) return result.options.linkedTableId;
  if (result && !['multipleRecordLinks', 'multipleLookupValues'].includes(result.type)) return undefined;
  const link = fieldOf(table, recordLinkFieldId);
  const far = tables.find(({ id }) => id === link?.options.linkedTableId);
  const looked = far && fieldOf(far, fieldIdInLinkedTable);
  return far && looked ? linkTarget(looked, far, tables, depth + 1) : undefined;
}

/** A table may have thousands of lookups: its fields are put in order once. */
const fieldsById = new WeakMap<BaseTable, ReadonlyMap<string, Field>>();

function fieldOf(table: BaseTable, id: string | undefined): Field | undefined {
  const known = fieldsById.get(table);
  const fields = known ?? new Map(table.fields.map((field) => [field.id, field]));
  if (!known) fieldsById.set(table, fields);
  return fields.get(id ?? '');
}
