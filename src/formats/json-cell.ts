/**
 * One cell as JSON: compact and raw, escaped only where JSON asks for it; written JSON is copied as it
 * stands and written numbers keep their exact value (4.7).
 */
import type { Cell, Column } from '../table.ts';
import { valueText } from './value-text.ts';

export function jsonCell(column: Column): (cell: Cell) => string {
  const text = valueText(column.type);
  if (column.type === 'string' || column.type === 'any') {
    return (cell) => (typeof cell === 'string' ? jsonString(cell) : (text(cell) ?? 'null'));
  }
  return (cell) => text(cell) ?? 'null';
}

function jsonString(text: string): string {
  return jsonSpecial.test(text) ? JSON.stringify(text) : `"${text}"`;
}

/** What JSON does not take as it stands; a surrogate may be a lone one. */
export const jsonSpecial = /[^ !#-[\]-\ud7ff\ue000-\uffff]/;
