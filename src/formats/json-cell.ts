/**
 * One cell as compact JSON, escaped only where JSON requires it; written JSON is copied unchanged and written
 * numbers keep their exact value (4.7).
 */
import type { Cell, Column } from '../table.ts';
import { valueText } from './value-text.ts';

export function jsonCell(column: Column): (cell: Cell) => string {
  const text = valueText(column);
  if (column.type === 'string' || column.type === 'any') {
    return (cell) => (typeof cell === 'string' ? jsonString(cell) : (text(cell) ?? 'null'));
  }
  return (cell) => text(cell) ?? 'null';
}

function jsonString(text: string): string {
  return jsonSpecial.test(text) ? JSON.stringify(text) : `"${text}"`;
}

/** Characters that JSON requires to be escaped, and all surrogates, because one may be unpaired. */
export const jsonSpecial = /[^ !#-[\]-\ud7ff\ue000-\uffff]/;
