/**
 * One golden dataset as a table, with column types by the rule for uploads: a column is numeric only if every
 * cell is a plainly written number, boolean only if every cell is `true` or `false` in any case.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { uniqueNames } from '../../src/base/unique-names.ts';
import type { ColumnType, Table } from '../../src/table/table.ts';
import { tableOf } from '../support/table-of.ts';

export const goldenFolder = join(import.meta.dirname, 'golden');

export interface GoldenDataset {
  readonly names: readonly string[];
  readonly types: readonly ColumnType[];
  /** What `columns.json` declares. */
  readonly declaredTypes: readonly string[];
  readonly rows: readonly (readonly (string | null)[])[];
  table(): Table;
}

const cellsShape = z.object({ header: z.string().array(), rows: z.string().nullable().array().array() });
const columnsShape = z.object({ columns: z.object({ type: z.string() }).array() });

export function goldenDataset(name: string): GoldenDataset {
  const { header, rows } = cellsShape.parse(readJson(name, 'cells.json'));
  const declared = columnsShape.parse(readJson(name, 'columns.json'));
  const types = header.map((_name, at) => typeOf(rows.map((row) => row[at] ?? null)));
  const columns = header.map((name, at) => ({ name, type: types[at] ?? 'string' }));
  return {
    names: uniqueNames(header),
    types,
    declaredTypes: declared.columns.map((column) => column.type),
    rows,
    table: () => tableOf(columns, rows, 3),
  };
}

function readJson(name: string, file: string): unknown {
  return JSON.parse(readFileSync(join(goldenFolder, name, file), 'utf8'));
}

const writtenTypes = [
  ['integer', /^-?(?:0|[1-9]\d*)$/],
  ['number', /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/],
  ['boolean', /^(?:true|false)$/i],
] as const;

function typeOf(cells: readonly (string | null)[]): ColumnType {
  const written = cells.filter((cell) => cell !== null);
  if (written.length === 0) return 'string';
  return writtenTypes.find(([, pattern]) => written.every((cell) => pattern.test(cell)))?.[0] ?? 'string';
}
