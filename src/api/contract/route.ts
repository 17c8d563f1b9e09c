/** What a row of the contract says of a route, and the shapes that many rows share. */
import { z } from 'zod';

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
  readonly answer: z.ZodObject;
}

export type Routes = Record<`${'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'} /api/${string}`, Route>;

/**
 * A blocked account may read what is its own; what it may besides (pay, download, delete) is said in the row of the
 * route, and everything else is refused, to a blocked administrator every route of administrators (section 3).
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
export const nameText = z.string().trim().min(1, 'Enter a name.').max(200, 'At most 200 characters.');
