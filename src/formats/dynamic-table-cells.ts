/**
 * One cell of the interactive table as JSON: a number where a browser's number holds every digit, the written
 * number as a text where it does not, lists and objects as their JSON text, a missing value as null (4.7).
 */
import type { Cell, Column } from '../table.ts';

export function cellWriter(column: Column): (cell: Cell) => string {
  const needsNoEscaping = column.needsNoEscaping === true;
  switch (column.type) {
    case 'integer':
    case 'number':
      return (cell) => (typeof cell === 'string' ? writtenNumber(cell, needsNoEscaping) : writtenValue(cell));
    case 'boolean':
      return (cell) => (typeof cell === 'string' ? writtenBoolean(cell) : writtenValue(cell));
    case 'json':
      return writtenValue;
    case 'string':
    case 'any':
      return needsNoEscaping
        ? (cell) => (typeof cell === 'string' ? `"${cell}"` : writtenValue(cell))
        : writtenValue;
  }
}

/** Fifteen digits always survive a double; with more, or in another spelling, only a trial can tell. */
function writtenNumber(text: string, needsNoEscaping: boolean): string {
  if (needsNoEscaping && text.length <= 15) return text;
  return /^-?\d/.test(text) && String(Number(text)) === text ? text : JSON.stringify(text);
}

function writtenBoolean(text: string): string {
  const lower = text.toLowerCase();
  return lower === 'true' || lower === 'false' ? lower : JSON.stringify(text);
}

function writtenValue(cell: Cell): string {
  if (typeof cell === 'bigint') return writtenNumber(String(cell), false);
  if (typeof cell === 'object' && cell !== null) return JSON.stringify(JSON.stringify(cell));
  return JSON.stringify(cell);
}
