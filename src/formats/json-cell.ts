/**
 * One cell as compact JSON, escaped only where JSON requires it; written JSON is copied unchanged and written
 * numbers keep their exact value, integers all their digits (contract 4.7.4).
 */
import { type Cell, type Column, holdsText } from '../table/table.ts';
import { valueText } from '../table/value-text.ts';

export function jsonCell(column: Column): (cell: Cell) => string {
  const text = valueText(column, jsonFloat);
  if (holdsText(column)) {
    return (cell) => (typeof cell === 'string' ? jsonString(cell) : (text(cell) ?? 'null'));
  }
  if (column.type === 'date' || column.type === 'datetime') return (cell) => quotedText(text(cell));
  return (cell) => text(cell) ?? 'null';
}

/**
 * JavaScript writes a float below 1e21 without an exponent. From 2^63 on, readers take such digits for an integer that
 * they cannot hold.
 */
function jsonFloat(value: number): string {
  const size = Math.abs(value);
  return size >= 2 ** 63 && size < 1e21 ? value.toExponential() : String(value);
}

function quotedText(text: string | null): string {
  return text === null ? 'null' : jsonString(text);
}

function jsonString(text: string): string {
  return jsonSpecial.test(text) ? JSON.stringify(text) : `"${text}"`;
}

/** Characters that JSON requires to be escaped, and all surrogates, because one may be unpaired. */
export const jsonSpecial = /[^ !#-[\]-\ud7ff\ue000-\uffff]/;
