/**
 * Step 4 of 4.2: in cells that are lists of objects (linked records), replaces each object by the value of one
 * property and joins the values with a comma and a space. Other cells are unchanged (4.6).
 */
import type { Cell, Column, Json, Row, Table } from '../table.ts';

export function extractJsonProperty(table: Table, property: string): Table {
  const affected = table.columns.map(({ type }) => type === 'json' || type === 'any' || type === 'string');
  return {
    columns: table.columns.map(extractedColumn),
    batches: mapRows(table.batches, (row) =>
      row.map((cell, index) => (affected[index] ? extractCell(cell, property, table.columns[index]) : cell)),
    ),
  };
}

/** A json column may contain plain text afterwards. */
function extractedColumn({ name, type, needsNoEscaping }: Column): Column {
  if (type === 'json') return { name, type: 'any' };
  return type === 'string' || type === 'any' || needsNoEscaping === undefined
    ? { name, type }
    : { name, type, needsNoEscaping };
}

async function* mapRows(batches: Table['batches'], map: (row: Row) => Row): AsyncGenerator<Row[]> {
  for await (const batch of batches) yield batch.map(map);
}

function extractCell(cell: Cell, property: string, column: Column | undefined): Cell {
  const isJson = column?.type === 'json';
  if (typeof cell !== 'string') return isList(cell, isJson) ? joinProperty(cell, property) : cell;
  const value = cell.startsWith('[') || isJson ? parseJson(cell) : undefined;
  if (isList(value, isJson)) return joinProperty(value, property);
  return column?.type === 'json' && value !== undefined ? value : cell;
}

type JsonObject = { readonly [key: string]: Json };

/** In a json column, an empty list counts as a list of objects. */
function isList(value: Cell | undefined, mayBeEmpty: boolean): value is readonly JsonObject[] {
  if (!Array.isArray(value) || (value.length === 0 && !mayBeEmpty)) return false;
  return value.every((item) => isObject(item));
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function joinProperty(objects: readonly JsonObject[], property: string): string {
  return objects
    .flatMap((object) => (Object.hasOwn(object, property) ? [propertyText(object[property] ?? null)] : []))
    .join(', ');
}

function propertyText(value: Json): string {
  if (value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function parseJson(text: string): Json | undefined {
  try {
    const value: Json = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}
