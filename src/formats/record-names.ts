/**
 * Linked records as a page shows them: a list of objects that each have a name is shown by the names, joined with a
 * comma and a space. Text that holds such a list counts too, as it does for `extract_json_property` (contract 4.7.6).
 */
import type { Cell, Column } from '../table/table.ts';

interface LinkedRecords {
  readonly names: string;
  /** The list as JSON text. */
  readonly json: string;
}

/** Undefined if the cell is not a list of records. */
export function linkedRecords(cell: Cell, { type }: Column): LinkedRecords | undefined {
  const json = listText(cell);
  if (json === undefined || json.length > maxListLength) return undefined;
  const names = recordNames(typeof cell === 'string' ? parseJson(cell) : cell);
  if (names === undefined || (names.length === 0 && type !== 'json')) return undefined;
  return { names: names.join(', '), json };
}

/** A longer list is shown as JSON: reading a megabyte of nested brackets would hold up everybody for half a second. */
const maxListLength = 64 * 1024;

function listText(cell: Cell): string | undefined {
  if (typeof cell === 'string') return /^\[\s*[{\]]/.test(cell) ? cell : undefined;
  return Array.isArray(cell) ? JSON.stringify(cell) : undefined;
}

function recordNames(list: unknown): readonly string[] | undefined {
  if (!Array.isArray(list)) return undefined;
  const names: string[] = [];
  for (const record of list) {
    const name = nameOf(record);
    if (typeof name !== 'string') return undefined;
    names.push(name);
  }
  return names;
}

function nameOf(record: unknown): unknown {
  return typeof record === 'object' && record !== null && 'name' in record ? record.name : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
