/**
 * One Airtable value becomes one cell, by the type of its field. Airtable leaves empty cells out: they become
 * null, an unchecked box false, and no linked records an empty list. A formula that failed shows its error as
 * text (contract 1.3.5).
 */
import { ServiceError } from '../../errors/errors.ts';
import type { Cell, Json } from '../../table/table.ts';
import { columnType } from './field-types.ts';
import type { Field } from './schema.ts';

export type ReadCell = (value: Json | undefined) => Cell;

/** `nameOf` is given for fields whose values are ids of linked records. */
export function cellReader(field: Field, nameOf?: (id: string) => string): ReadCell {
  const element = elementReader(field, nameOf);
  switch (columnType(field)) {
    case 'string':
    case 'date':
    case 'datetime':
      return (value) => textOf(element(value));
    case 'number':
    case 'integer':
      return (value) => numberOf(element(value), field);
    case 'boolean':
      return (value) => booleanOf(element(value), field);
    case 'json': {
      const empty = field.type === 'multipleRecordLinks' ? [] : null;
      return (value) => structureOf(value, element) ?? empty;
    }
    case 'any':
      return (value) => (isList(value) ? value.map(element) : element(value));
  }
}

/** How a value that stands alone, or in a list, is read. */
function elementReader(field: Field, nameOf?: (id: string) => string): (value: Json | undefined) => Json {
  if (nameOf)
    return (value) => (typeof value === 'string' ? { id: value, name: nameOf(value) } : withoutError(value));
  const isGenerated = (field.options.result?.type ?? field.type) === 'aiText';
  return isGenerated ? (value) => generatedText(withoutError(value)) : withoutError;
}

/** An object with only this one key is not data: it stands for a value that could not be calculated. */
function withoutError(value: Json | undefined): Json {
  if (!isRecord(value)) return value ?? null;
  const [first, second] = Object.entries(value);
  if (!first || second) return value;
  if (first[0] === 'error' && typeof first[1] === 'string') return first[1];
  if (first[0] === 'specialValue' && typeof first[1] === 'string') return null;
  return value;
}

function generatedText(value: Json): Json {
  return isRecord(value) && 'state' in value ? (value['value'] ?? null) : value;
}

function textOf(value: Json): string | null {
  if (value === null || typeof value === 'string') return value;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** A field of numbers cannot hold the text of an error. */
function numberOf(value: Json, field: Field): number | null {
  if (value === null || typeof value === 'number') return value;
  if (typeof value === 'string' && value.startsWith('#')) return null;
  throw unfit(value, field);
}

function booleanOf(value: Json, field: Field): boolean {
  if (value === null) return false;
  if (typeof value === 'boolean') return value;
  throw unfit(value, field);
}

function structureOf(value: Json | undefined, element: (value: Json) => Json): Cell {
  if (isList(value)) return value.map(element);
  const single = withoutError(value);
  return single === null || typeof single === 'object' ? single : [element(single)];
}

function unfit(value: Json, field: Field): ServiceError {
  const problem = `the field ${JSON.stringify(field.name)} of type ${field.type} holds a value of type ${typeof value}`;
  return new ServiceError('sourceUnavailable', { cause: new TypeError(problem) });
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

function isRecord(value: Json | undefined): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
