/** Many rows of the service's own state at once: copies of a real one, made in the database itself. */
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../src/storage/database/schema.ts';

export type GrownTable = 'accounts' | 'credit_entries' | 'endpoints' | 'jobs';

/** Copies the first row so many times; `own` are the columns in which copies differ. */
export async function copyRows(
  db: Kysely<Schema>,
  table: GrownTable,
  rows: number,
  own: readonly string[],
): Promise<void> {
  const columns = (await db.introspection.getTables()).find(({ name }) => name === table)?.columns ?? [];
  const names = columns.map(({ name }) => name);
  const values = names.map((name) =>
    own.includes(name)
      ? sql`'copy-' || ${sql.lit(String(rows))} || '-' || numbers.n || ${sql.ref(`first.${name}`)}`
      : sql.ref(`first.${name}`),
  );
  await sql`insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(rows)})
    select ${sql.join(values)} from numbers, (select * from ${sql.table(table)} limit 1) as first`.execute(
    db,
  );
}
