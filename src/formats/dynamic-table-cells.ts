/**
 * One cell of the interactive table as JSON: a number if a double represents it exactly, otherwise the written
 * number as a string; lists and objects as strings of JSON; a missing value as null (4.7).
 */
import type { Cell, Column } from '../table.ts';
import { shownText } from './markup.ts';

export function cellWriter(column: Column): (cell: Cell) => string {
  const needsNoEscaping = column.needsNoEscaping === true;
  switch (column.type) {
    case 'integer':
    case 'number':
      return (cell) => (typeof cell === 'string' ? writtenNumber(cell, needsNoEscaping) : jsonValue(cell));
    case 'boolean':
      return (cell) => (typeof cell === 'string' ? writtenBoolean(cell) : jsonValue(cell));
    case 'json':
      return jsonValue;
    case 'string':
    case 'any':
      return needsNoEscaping
        ? (cell) => (typeof cell === 'string' ? `"${cell}"` : jsonValue(cell))
        : jsonValue;
  }
}

/** A double always preserves 15 digits; a longer or differently formatted number is checked by a round trip. */
function writtenNumber(text: string, needsNoEscaping: boolean): string {
  if (needsNoEscaping && text.length <= 15) return text;
  return /^-?\d/.test(text) && String(Number(text)) === text ? text : JSON.stringify(text);
}

function writtenBoolean(text: string): string {
  const lower = text.toLowerCase();
  return lower === 'true' || lower === 'false' ? lower : JSON.stringify(text);
}

function jsonValue(cell: Cell): string {
  if (typeof cell === 'bigint') return writtenNumber(String(cell), false);
  if (typeof cell === 'object' && cell !== null) return JSON.stringify(shownText(JSON.stringify(cell)));
  return JSON.stringify(typeof cell === 'string' ? shownText(cell) : cell);
}
