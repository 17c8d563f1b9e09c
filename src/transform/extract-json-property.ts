/**
 * Step 4 of contract 4.2.3: in cells that are lists of objects (linked records), replaces each object by the value of
 * one property and joins the values with a comma and a space. Other cells are unchanged (contract 4.6.9). Without the
 * parameter an endpoint may show linked records by their names or ids, and then only those: a list of other objects, such
 * as attachments, stays as it is.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Cell, Column, ColumnType, Row, Table } from '../table/table.ts';
import { PropertyScanner } from './property-scanner.ts';

/** So much of a cell is read between two turns of the event loop: a few milliseconds. */
const charactersPerTurn = 128 * 1024;

/** How many objects were seen, and how many of them have the property. */
export interface SeenObjects {
  objects: number;
  values: number;
}

type ReadList = (list: string, type: ColumnType) => Promise<string | undefined>;

export function extractJsonProperty(table: Table, property: string, seen?: SeenObjects): Table {
  return withLists(table, async (list, type) => {
    const scanner = await scanned(list, property);
    if (seen) {
      seen.objects += scanner.objects;
      seen.values += scanner.found;
    }
    return scanner.result(type === 'json');
  });
}

/** A linked record is an object with a name and an id. */
export function showLinkedRecords(table: Table, property: 'name' | 'id'): Table {
  const other = property === 'name' ? 'id' : 'name';
  return withLists(table, async (list, type) => {
    if (type === 'string') return undefined;
    const scanner = await scanned(list, property);
    const isLinked = scanner.hasAll && (await scanned(list, other)).hasAll;
    return isLinked ? scanner.result(type === 'json') : undefined;
  });
}

async function scanned(list: string, property: string): Promise<PropertyScanner> {
  const scanner = new PropertyScanner(list, property);
  while (!scanner.advance(charactersPerTurn)) await nextTurn();
  return scanner;
}

function withLists(table: Table, readList: ReadList): Table {
  return {
    columns: table.columns.map(extractedColumn),
    batches: extractBatches(table, readList),
    rowCount: table.rowCount,
  };
}

/** A json column may contain plain text afterwards. */
export function extractedColumn(column: Column): Column {
  const { name, type } = column;
  if (type === 'json') return { name, type: 'any' };
  return type === 'string' || type === 'any' ? { name, type } : column;
}

async function* extractBatches({ columns, batches }: Table, readList: ReadList): AsyncGenerator<Row[]> {
  for await (const batch of batches) {
    const rows: Row[] = [];
    for (const row of batch) {
      const extracted: Cell[] = [];
      for (const [at, { type }] of columns.entries()) {
        const cell = row[at] ?? null;
        const list = writtenList(cell, type);
        const read = list === undefined ? undefined : await readList(list, type);
        extracted.push(read ?? otherCell(cell, type));
      }
      rows.push(extracted);
    }
    yield rows;
  }
}

function writtenList(cell: Cell, type: ColumnType): string | undefined {
  if (type !== 'json' && type !== 'any' && type !== 'string') return undefined;
  if (typeof cell === 'string') return cell.startsWith('[') ? cell : undefined;
  return Array.isArray(cell) ? JSON.stringify(cell) : undefined;
}

/** A string would be plain text in the column that a json column becomes. */
function otherCell(cell: Cell, type: ColumnType): Cell {
  return type === 'json' && typeof cell === 'string' ? JSON.parse(cell) : cell;
}
