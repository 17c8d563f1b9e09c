/**
 * A sample is free, so that it must not be a way to the whole table (contract 4.2.7): of a long cell it has the
 * beginning, and in all no more than there is room for: fewer rows first, then fewer columns. What is left out is
 * counted.
 */
import { cutText } from '../base/cut-text.ts';
import { type Cell, type Column, type ColumnType, holdsText, type Json, type Row } from '../table/table.ts';
import { type HeldTable, heldTable } from './first-rows.ts';

/** In characters, of a cell and of the name of a column. */
const longest = 1_000;

interface LeftOut {
  /** Cells of which only the beginning is there. */
  readonly cells: number;
  readonly rows: number;
  /** The last ones. */
  readonly columns: number;
}

export interface SampleTable extends HeldTable {
  /** Of the columns, before a cell was cut. */
  readonly types: readonly ColumnType[];
  readonly bytes: number;
  readonly leftOut: LeftOut;
}

/** `room` is in bytes. The first row of the first column is always there. */
export function cutSample({ columns, rows }: HeldTable, room: number): SampleTable {
  const taken: CutColumn[] = [];
  let bytes = 0;
  for (const [at, column] of columns.entries()) {
    const cut = cutColumn(column, at, rows);
    const added = columnBytes(cut.column) + (rows.length > 0 ? cellBytes(cut.cells[0]) : 0);
    if (bytes + added > room && at > 0) break;
    taken.push(cut);
    bytes += added;
  }
  let shown = Math.min(rows.length, 1);
  for (; shown < rows.length; shown++) {
    const added = taken.reduce((sum, { cells }) => sum + cellBytes(cells[shown]), 0);
    if (bytes + added > room) break;
    bytes += added;
  }
  const held = heldTable(
    taken.map(({ column }) => column),
    Array.from({ length: shown }, (_, row) => taken.map(({ cells }) => cells[row] ?? null)),
  );
  const cells = taken.reduce((sum, { cut }) => sum + cut.filter((row) => row < shown).length, 0);
  const leftOut = { cells, rows: rows.length - shown, columns: columns.length - taken.length };
  return { ...held, types: columns.slice(0, taken.length).map(({ type }) => type), bytes, leftOut };
}

/** `{"name":…,"type":"integer"},` */
const columnBytes = ({ name }: Column): number => Buffer.byteLength(JSON.stringify(name)) + 28;

function cellBytes(cell: Cell = null): number {
  const text = typeof cell === 'object' && cell !== null ? JSON.stringify(cell) : String(cell);
  return Buffer.byteLength(JSON.stringify(text)) + 1;
}

interface CutColumn {
  readonly column: Column;
  readonly cells: readonly Cell[];
  /** The rows whose cell was cut. */
  readonly cut: readonly number[];
}

function cutColumn(column: Column, at: number, rows: readonly Row[]): CutColumn {
  const name = cutText(column.name, longest);
  const whole = rows.map((row) => row[at] ?? null);
  const cells = whole.map(cutCell);
  const cut = [...cells.keys()].filter((row) => cells[row] !== whole[row]);
  // What is too long for the form of its column is missing, cut or not.
  const isText = holdsText(column) || column.form !== undefined;
  if (cut.length === 0 || isText) return { column: { ...column, name }, cells, cut };
  // The beginning of a number or of JSON is a text, which the column can hold only if it holds anything.
  const values = cells.map((cell, row) => (cut.includes(row) ? cell : jsonValue(cell, column)));
  return { column: { name, type: 'any' }, cells: values, cut };
}

function cutCell(cell: Cell): Cell {
  if (typeof cell === 'string') return cutText(cell, longest);
  if (typeof cell !== 'object' || cell === null) return cell;
  const text = JSON.stringify(cell);
  return text.length > longest ? cutText(text, longest) : cell;
}

/** Written JSON as what it says. */
function jsonValue(cell: Cell, { type }: Column): Cell {
  if (type !== 'json' || typeof cell !== 'string') return cell;
  try {
    return parseJson(cell);
  } catch {
    return cell;
  }
}

const parseJson: (text: string) => Json = JSON.parse;
