/**
 * Step 4 of contract 4.2.3: in cells that are lists of objects (linked records), replaces each object by the value of
 * one property and joins the values with a comma and a space. Other cells are unchanged (contract 4.6.9).
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Cell, Column, ColumnType, Row, Table } from '../table/table.ts';
import { PropertyScanner } from './property-scanner.ts';

/** So much of a cell is read between two turns of the event loop: a few milliseconds. */
const charactersPerTurn = 128 * 1024;

export function extractJsonProperty(table: Table, property: string): Table {
  return {
    columns: table.columns.map(extractedColumn),
    batches: extractBatches(table, property),
    rowCount: table.rowCount,
  };
}

/** A json column may contain plain text afterwards. */
function extractedColumn(column: Column): Column {
  const { name, type } = column;
  if (type === 'json') return { name, type: 'any' };
  return type === 'string' || type === 'any' ? { name, type } : column;
}

async function* extractBatches({ columns, batches }: Table, property: string): AsyncGenerator<Row[]> {
  for await (const batch of batches) {
    const rows: Row[] = [];
    for (const row of batch) {
      const extracted: Cell[] = [];
      for (const [at, { type }] of columns.entries()) {
        const cell = row[at] ?? null;
        const list = writtenList(cell, type);
        const scanner = list === undefined ? undefined : new PropertyScanner(list, property);
        while (scanner?.advance(charactersPerTurn) === false) await nextTurn();
        extracted.push(scanner?.result(type === 'json') ?? otherCell(cell, type));
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
