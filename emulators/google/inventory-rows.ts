/**
 * The rows of the demo's Inventory sheet: texts, numbers, currency, percent, booleans, dates, times, durations,
 * formulas and errors, and rows that end early. Everything is derived from the row number, so that every run has the
 * same data.
 */
import type { Cell } from './google-data.ts';

const things = ['Lamp', 'Desk', 'Chair', 'Shelf', 'Clock'] as const;
const woods = ['oak', 'ash', 'pine', 'walnut', 'birch'] as const;
const places = ['Aachen', 'Bergen', 'Cádiz', 'Delft', 'Gdańsk', "L'Aquila"] as const;
const firstDay = 45_292;

const columns: readonly (readonly [header: string, cell: (index: number) => Cell])[] = [
  ['Item', (i) => `${at(things, i)}, ${at(woods, Math.floor(i / 5))}`],
  ['SKU', (i) => String(i * 37).padStart(6, '0')],
  ['Qty', (i) => (i * 7) % 90],
  ['Price', (i) => money(19.5 + (i % 40) * 2.25)],
  ['Discount', (i) => ({ number: (i % 5) / 20, formatted: `${(i % 5) * 5}%` })],
  ['In stock', (i) => (i * 7) % 90 > 0],
  ['Warehouse', (i) => (i % 11 === 0 ? null : at(places, i))],
  ['Added', (i) => ({ serial: firstDay + i * 2, pattern: 'm/d/yyyy' })],
  ['Counted at', (i) => ({ serial: firstDay + i * 2 + (i % 96) / 96, pattern: 'm/d/yyyy h:mm:ss' })],
  ['Opens', (i) => ({ serial: (7 + (i % 4)) / 24, pattern: 'h:mm:ss' })],
  ['Work time', (i) => ({ serial: (20 + i * 1.5) / 24, pattern: '[h]:mm:ss' })],
  ['Value', (i) => stockValue(i)],
  ['Note', (i) => (i % 4 === 0 ? `=checked by row ${i}, not a formula` : null)],
];

export function inventoryRows(count: number): Cell[][] {
  const rows = Array.from({ length: count }, (_, index) => endedEarly(index));
  return [columns.map(([header]) => header), ...rows];
}

/** Every ninth row ends after its third cell, and one row is empty. */
function endedEarly(index: number): Cell[] {
  if (index === 100) return [];
  const cells = columns.map(([, cell]) => cell(index));
  return index % 9 === 8 ? cells.slice(0, 3) : cells;
}

function stockValue(index: number): Cell {
  const formula = `=C${index + 2}*D${index + 2}`;
  if (index % 50 === 49) return { formula, value: { error: '#N/A' } };
  return { formula, value: money(((index * 7) % 90) * (19.5 + (index % 40) * 2.25)) };
}

function money(number: number): { number: number; formatted: string } {
  const formatted = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(number);
  return { number, formatted };
}

function at<T>(list: readonly [T, ...T[]], index: number): T {
  return list[index % list.length] ?? list[0];
}
