/**
 * The frame that a JSON layout describes: column names, and rows of exact values. Refuses any body that is
 * not exactly of its layout, keys and their order included.
 */
import { type ExactJson, ExactObject, readExactJson } from './exact-json.ts';

export interface Frame {
  /** Absent where the layout names no columns: values, and layouts of objects without a row. */
  readonly names?: readonly string[];
  readonly rows: readonly (readonly ExactJson[])[];
}

export type LayoutName = keyof typeof frames;

export function readJsonFrame(layout: LayoutName, body: string): Frame {
  return frames[layout](readExactJson(body));
}

const frames = {
  json_records: (body: ExactJson): Frame => recordsFrame(listOf(body)),
  json_split: (body: ExactJson): Frame => {
    const [columns, data] = entriesOf(body, ['columns', 'data']);
    return { names: listOf(columns).map(textOf), rows: listOf(data).map(listOf) };
  },
  json_index: (body: ExactJson): Frame => {
    const rows = objectOf(body);
    expectKeys(rows, rowKeys(rows.keys.length));
    return recordsFrame(rows.values);
  },
  json_columns: (body: ExactJson): Frame => {
    const columns = objectOf(body);
    const cells = columns.values.map((column) => {
      const object = objectOf(column);
      expectKeys(object, rowKeys(object.keys.length));
      return object.values;
    });
    const rows = (cells[0] ?? []).map((_cell, at) => cells.map((column) => column[at] ?? null));
    return { names: columns.keys, rows };
  },
  json_values: (body: ExactJson): Frame => ({ rows: listOf(body).map(listOf) }),
  json_table: (body: ExactJson): Frame => {
    const [schema, data] = entriesOf(body, ['schema', 'data']);
    const names = readSchema(schema).map((field) => field.name);
    const frame = recordsFrame(listOf(data));
    if (frame.names !== undefined) expectSame(frame.names, names);
    return { names, rows: frame.rows };
  },
};

export function readSchema(schema: ExactJson | undefined): { name: string; type: string }[] {
  const [fields] = entriesOf(schema, ['fields']);
  return listOf(fields).map((field) => {
    const [name, type] = entriesOf(field, ['name', 'type']);
    return { name: textOf(name), type: textOf(type) };
  });
}

/** Objects with the same keys, one per row. */
function recordsFrame(records: readonly ExactJson[]): Frame {
  const rows = records.map(objectOf);
  const names = rows[0]?.keys;
  if (names === undefined) return { rows: [] };
  for (const row of rows) expectKeys(row, names);
  return { names, rows: rows.map((row) => row.values) };
}

function rowKeys(count: number): string[] {
  return Array.from({ length: count }, (_none, at) => String(at));
}

function expectKeys(object: ExactObject, keys: readonly string[]): void {
  expectSame(object.keys, keys);
}

function expectSame(ours: readonly string[], wanted: readonly string[]): void {
  if (JSON.stringify(ours) !== JSON.stringify(wanted)) throw new Error(`keys ${ours} instead of ${wanted}`);
}

export function entriesOf(value: ExactJson | undefined, keys: readonly string[]): ExactJson[] {
  const object = objectOf(value);
  expectKeys(object, keys);
  return object.values;
}

export function objectOf(value: ExactJson | undefined): ExactObject {
  if (value instanceof ExactObject) return value;
  throw new Error(`${JSON.stringify(value)} is no object`);
}

export function listOf(value: ExactJson | undefined): ExactJson[] {
  if (Array.isArray(value)) return value;
  throw new Error(`${JSON.stringify(value)} is no list`);
}

function textOf(value: ExactJson | undefined): string {
  if (typeof value === 'string') return value;
  throw new Error(`${JSON.stringify(value)} is no text`);
}
