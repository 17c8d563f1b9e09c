/**
 * What is known of each column of a table: how full it is, how many values it has and which, and how its numbers are
 * spread. It is bounded whatever the cells are: few values of each column, and of a long one the beginning.
 */
import { z } from 'zod';

export const profiledColumns = 200;

export const columnProfile = z.object({
  name: z.string(),
  type: z.enum(['string', 'integer', 'number', 'boolean', 'date', 'datetime', 'json', 'any']),
  /** Cells that are neither missing nor empty. */
  filled: z.number(),
  distinct: z.number(),
  /** False: there are at least so many, and a frequent value that begins late may not be among the top ones. */
  isExact: z.boolean(),
  /** Null where values have no order, or there are none. */
  smallest: z.string().nullable(),
  largest: z.string().nullable(),
  /** Of numbers. */
  average: z.number().nullable(),
  /** The most frequent first; a text that was cut ends in `…`. */
  top: z.array(z.object({ value: z.string(), count: z.number() })),
  /** Of numbers: from `from` up to, but without, `to`; none if all are the same. */
  bars: z.array(z.object({ from: z.number(), to: z.number(), count: z.number() })),
});

export const tableProfile = z.object({
  /** Of how many it is. */
  rows: z.number(),
  /** The first ones, in their order. */
  columns: z.array(columnProfile),
});

export type ColumnProfile = Readonly<z.infer<typeof columnProfile>>;
export type Bar = ColumnProfile['bars'][number];
export type TableProfile = z.infer<typeof tableProfile>;
