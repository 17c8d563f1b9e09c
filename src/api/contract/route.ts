/** What a row of the contract says of a route, and the shapes that many rows share. */
import { z } from 'zod';

/** `signed in`: with a session. `administrator`: with that of one. `anybody`: without. */
export type Caller = 'anybody' | 'signed in' | 'administrator';

interface Route {
  readonly caller: Caller;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject;
  readonly answer: z.ZodObject;
}

export type Routes = Record<`${'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'} /api/${string}`, Route>;

export const moment = z.iso.datetime();
export const id = z.string().regex(/^[0-9A-Za-z]{22}$/);
export const idParams = z.object({ id });
/** Of a list that is paged by the service, from 1 on. */
export const page = z.coerce.number().int().min(1).max(100_000).default(1);
export const nameText = z.string().trim().min(1, 'Enter a name.').max(200, 'At most 200 characters.');
