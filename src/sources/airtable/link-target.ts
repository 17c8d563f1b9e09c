/**
 * Which table the record ids in a field belong to: a link names it, and a lookup of a link leads to it through
 * the table that it looks into (section 2).
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
  const link = table.fields.find(({ id }) => id === recordLinkFieldId);
  const far = tables.find(({ id }) => id === link?.options.linkedTableId);
  const looked = far?.fields.find(({ id }) => id === fieldIdInLinkedTable);
  return far && looked ? linkTarget(looked, far, tables, depth + 1) : undefined;
}
