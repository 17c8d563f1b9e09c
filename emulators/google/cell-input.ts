/**
 * Converts an input value to a cell: RAW stores it unchanged; USER_ENTERED parses a string as if a user had typed it,
 * so that `=…` becomes a formula, and numbers, booleans and dates are recognised.
 */
import { z } from 'zod';
import type { Cell, PlainCell } from './google-data.ts';
import { badRequest } from './google-problem.ts';

export const valueInputOptions = ['RAW', 'USER_ENTERED'] as const;
export type ValueInputOption = (typeof valueInputOptions)[number];

const maxCharacters = 50_000;

/** Returns undefined to keep the old cell. `place` appears in the error message, such as `values[2][0]`. */
export function inputCell(value: unknown, option: ValueInputOption, place: () => string): Cell | undefined {
  if (value === null) return undefined;
  if (value === '') return null;
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (typeof value !== 'string') throw badRequest(`Invalid ${place()}: ${structText(value)}`);
  if (value.length > maxCharacters) {
    throw badRequest(
      `Your input contains more than the maximum of ${maxCharacters} characters in a single cell.`,
    );
  }
  return option === 'RAW' ? value : typedIn(value);
}

function structText(value: unknown): string {
  return z.array(z.unknown()).safeParse(value).success ? 'list_value {\n}\n' : 'struct_value {\n}\n';
}

function typedIn(text: string): Cell {
  if (text.startsWith("'")) return text.slice(1);
  if (text.startsWith('=') && text.length > 1) return { formula: text, value: formulaValue(text.slice(1)) };
  if (/^(true|false)$/i.test(text)) return text.toLowerCase() === 'true';
  if (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) return Number(text);
  return currencyOrPercent(text) ?? dateTyped(text) ?? text;
}

/** Formulas are not evaluated: a literal is its value, anything else an error. */
function formulaValue(text: string): PlainCell {
  const [, quoted] = /^"([^"]*)"$/.exec(text) ?? [];
  if (quoted !== undefined) return quoted;
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : { error: '#ERROR!' };
}

function currencyOrPercent(text: string): Cell | undefined {
  const [, dollars] = /^\$(\d[\d,]*(?:\.\d+)?)$/.exec(text) ?? [];
  if (dollars) return { number: Number(dollars.replaceAll(',', '')), formatted: text };
  const [, percent] = /^(-?\d+(?:\.\d+)?)%$/.exec(text) ?? [];
  return percent ? { number: Number(percent) / 100, formatted: text } : undefined;
}

function dateTyped(text: string): Cell | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text) ?? [];
  if (year) return dateCell(year, month, day, 'yyyy-mm-dd');
  const [, ownMonth, ownDay, ownYear] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? [];
  return dateCell(ownYear, ownMonth, ownDay, 'm/d/yyyy');
}

function dateCell(
  year: string | undefined,
  month: string | undefined,
  day: string | undefined,
  pattern: string,
): Cell | undefined {
  const time = Date.UTC(Number(year), Number(month) - 1, Number(day));
  if (Number.isNaN(time) || new Date(time).getUTCDate() !== Number(day)) return undefined;
  return { serial: (time - Date.UTC(1899, 11, 30)) / 86_400_000, pattern };
}
