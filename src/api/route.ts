/** What a row of the contract says of a route, and the shapes that many rows share. */
import { z } from 'zod';
import { exactLine, exactLines, typedLine } from '../base/typed-text.ts';
import { maxColumnNameLength } from '../table/column-bounds.ts';

/** `signed in`: with a session. `administrator`: with that of one. `anybody`: without. */
export type Caller = 'anybody' | 'signed in' | 'administrator';

/** Who may call a route, and whether somebody whose account is blocked may. */
export interface CallerRow {
  readonly caller: Caller;
  /** Where the rule of `mayWhenBlocked` is not the right one. */
  readonly whenBlocked?: 'allowed' | 'refused';
}

interface Route extends CallerRow {
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject;
  /** Where it is more than usual; then the caller is checked before the body is read. */
  readonly maxBodyBytes?: number;
  readonly answer: z.ZodObject;
}

export type Routes = Record<`${'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'} /api/${string}`, Route>;

/**
 * A blocked account may read what is its own; what it may besides (pay, download, delete) is said in the row of the
 * route, and everything else is refused, to a blocked administrator every route of administrators (contract 3.3.2).
 */
export function mayWhenBlocked(method: string, { caller, whenBlocked }: CallerRow): boolean {
  if (caller === 'administrator') return false;
  const isReading = method === 'GET' || method === 'HEAD';
  return (whenBlocked ?? (isReading ? 'allowed' : 'refused')) === 'allowed';
}

export const moment = z.iso.datetime();
export const id = z.string().regex(/^[0-9A-Za-z]{22}$/);
export const idParams = z.object({ id });
/** Of a list that is paged by the service, from 1 on. */
export const page = z.coerce.number().int().min(1).max(100_000).default(1);
export const search = typedLine(200).default('');
export const email = typedLine(254);
export const planName = z.enum(['trial', 'lite', 'standard', 'pro', 'custom']);
export const interval = z.enum(['monthly', 'annual']);
/** Of the formats; which there are is checked where it is used. */
export const formatName = typedLine(50);
/** As a file or a platform has it, line ends and all. */
export const columnName = z
  .string()
  .max(maxColumnNameLength, 'A column name has at most 1,000 characters.')
  .refine((name) => !name.includes('\0'), 'A column name has no NUL character.');
/** How cells of linked records are shown. */
export const linkedRecordForm = z.enum(['names', 'ids', 'json']);
/** Names of columns; no table has more. */
export const columnNames = z.array(columnName).max(10_000, 'At most 10,000 columns.');
/** Of a body that says something of each column: enough for thousands, and read without a stall. */
export const maxColumnsBytes = 1024 * 1024;
/** Those that are to be exported, each once; null: all. */
export const chosenFields = columnNames
  .min(1, 'Choose at least one field.')
  .refine((names) => new Set(names).size === names.length, 'Choose each field once.')
  .nullable();
/** Of contract 4.6, by their names. */
export const exportParameters = z.record(exactLine(200), exactLines(20_000));
