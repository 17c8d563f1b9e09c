/** One page of a list, and how many rows there are in all: two questions, because the joins of a list need no counting. */
import type { SelectQueryBuilder, Simplify } from 'kysely';
import { countRows } from './count-rows.ts';
import type { Schema } from './schema.ts';

export interface PageWanted {
  /** From 1 on. */
  readonly page: number;
  readonly pageSize: number;
}

export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

export async function readPage<Counted extends keyof Schema, Tables, Listed extends keyof Tables, Row>(
  counted: SelectQueryBuilder<Schema, Counted, object>,
  listed: SelectQueryBuilder<Tables, Listed, Row>,
  { page, pageSize }: PageWanted,
): Promise<Page<Simplify<Row>>> {
  const rows = await listed
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  return { rows, total: await countRows(counted) };
}
