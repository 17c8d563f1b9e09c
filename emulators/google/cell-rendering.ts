/**
 * A cell as `values.get` returns it, depending on valueRenderOption and dateTimeRenderOption: formatted strings,
 * plain values with dates as serial numbers or strings, or formulas.
 */
import type { Cell, PlainCell } from './google-data.ts';
import { serialText } from './serial-text.ts';

export const valueRenderOptions = ['FORMATTED_VALUE', 'UNFORMATTED_VALUE', 'FORMULA'] as const;
export const dateTimeRenderOptions = ['SERIAL_NUMBER', 'FORMATTED_STRING'] as const;

export interface Rendering {
  readonly values: (typeof valueRenderOptions)[number];
  readonly dates: (typeof dateTimeRenderOptions)[number];
}

export type RenderedCell = string | number | boolean;

export function renderCell(cell: Cell, rendering: Rendering): RenderedCell {
  if (typeof cell === 'object' && cell && 'formula' in cell) {
    return rendering.values === 'FORMULA' ? cell.formula : renderPlain(cell.value, rendering);
  }
  return renderPlain(cell, rendering);
}

function renderPlain(cell: PlainCell, { values, dates }: Rendering): RenderedCell {
  const isFormatted = values === 'FORMATTED_VALUE';
  if (cell === null) return '';
  if (typeof cell === 'number') return isFormatted ? numberText(cell) : cell;
  if (typeof cell === 'boolean') return isFormatted ? String(cell).toUpperCase() : cell;
  if (typeof cell === 'string') return cell;
  if ('error' in cell) return cell.error;
  if ('number' in cell) return isFormatted ? cell.formatted : cell.number;
  const isText = isFormatted || dates === 'FORMATTED_STRING';
  return isText ? serialText(cell.serial, cell.pattern) : cell.serial;
}

/** The format "Automatic": integers with up to 15 digits, otherwise ten significant digits. */
function numberText(value: number): string {
  if (Math.abs(value) >= 1e15) return value.toExponential(5).replace('e', 'E');
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(10)));
}

/** A formula whose result is the empty string is not an empty cell. */
export function isEmptyCell(cell: Cell | undefined): boolean {
  return cell === undefined || cell === null || cell === '';
}
