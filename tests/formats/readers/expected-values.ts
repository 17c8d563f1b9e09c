/**
 * What a cell must be in each kind of output, said once more and apart from the program: the written form, the
 * exact JSON value, the text of a value in XML, on a page and in a spreadsheet (contract 4.7).
 */
import { z } from 'zod';
import type { Cell, Column } from '../../../src/table/table.ts';
import { type ExactJson, ExactNumber, readExactJson } from './exact-json.ts';

/** What CSV says: the written form itself. */
export function writtenText(cell: Cell): string | null {
  if (cell === null || (typeof cell === 'number' && !Number.isFinite(cell))) return null;
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
}

export function jsonValue(cell: Cell, { type }: Column): ExactJson {
  const written = writtenText(cell);
  if (written === null) return null;
  if (typeof cell === 'number') return new ExactNumber(jsonFloat(cell));
  if (typeof cell === 'bigint') return new ExactNumber(written);
  if (typeof cell !== 'string') return readExactJson(written);
  if (type === 'boolean') return cell.toLowerCase() === 'true';
  if (type === 'json') return readExactJson(cell);
  if (type === 'string' || type === 'any' || type === 'date' || type === 'datetime') return cell;
  return new ExactNumber(/^-?[1-9]\d*$/.test(cell) ? cell : jsonFloat(Number(cell)));
}

/** With an exponent from 2^63 on, where bare digits would be read as an integer. */
function jsonFloat(value: number): string {
  return Math.abs(value) < 2 ** 63 ? String(value) : value.toExponential();
}

export function valueText(cell: Cell, column: Column): string | null {
  if (column.type === 'json') return writtenText(cell);
  const value = jsonValue(cell, column);
  if (value instanceof ExactNumber) return value.text.includes('e') ? String(Number(value.text)) : value.text;
  return value === null ? null : String(value);
}

/** XML cannot hold every character. */
export function xmlText(value: string): string {
  return value.replace(/[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd');
}

/** Nor can HTML, which forbids more of them. */
export function htmlText(value: string): string {
  return value.replace(/[[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]--[\t\n\r]]/gv, '\ufffd');
}

/** A page shows linked records by their names. */
export function pageText(cell: Cell, column: Column): string | null {
  const text = valueText(cell, column);
  return text && htmlText(namesIn(text, column) ?? text);
}

const records = z.array(z.looseObject({ name: z.string() }));

function namesIn(text: string, { type }: Column): string | undefined {
  const { data = [], success } = records.safeParse(text.startsWith('[') ? jsonIn(text) : undefined);
  return success && (data.length > 0 || type === 'json')
    ? data.map(({ name }) => name).join(', ')
    : undefined;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function spreadsheetText(cell: Cell, column: Column): string {
  const text = valueText(cell, column) ?? '';
  const isBoolean = typeof cell === 'boolean' || column.type === 'boolean';
  return isBoolean ? text.toUpperCase() : importedText(text);
}

/** A text in a spreadsheet: within a cell a line ends with a line feed. */
export function importedText(text: string): string {
  return htmlText(text).replaceAll('\r\n', '\n');
}
