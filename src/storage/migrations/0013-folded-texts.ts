/** Names and addresses a second time, as they are searched: `folded-text.ts` decides how, not the engine. */
import { sql } from 'kysely';
import { foldedText } from '../../base/folded-text.ts';
import type { Db } from '../database/database.ts';

const columns = [
  ['endpoints', 'name'],
  ['accounts', 'email'],
  ['outbox', 'recipient'],
] as const;

const atOnce = 500;

export async function foldedTexts(db: Db): Promise<void> {
  for (const [table, column] of columns) {
    await db.schema
      .alterTable(table)
      .addColumn(`${column}_folded`, 'text', (added) => added.notNull().defaultTo(''))
      .execute();
    await fill(db, table, column);
  }
}

async function fill(db: Db, table: string, column: string): Promise<void> {
  const [name, folded] = [sql.table(table), sql.ref(`${column}_folded`)];
  for (let after = ''; ; ) {
    const { rows } = await sql<{ id: string; value: string }>`select id, ${sql.ref(column)} as value
      from ${name} where id > ${after} order by id limit ${sql.lit(atOnce)}`.execute(db);
    const last = rows.at(-1);
    if (!last) return;
    const values = sql.join(rows.map(({ id, value }) => sql`(${id}, ${foldedText(value)})`));
    await sql`update ${name} set ${folded} = made.column2 from (values ${values}) as made
      where ${name}.id = made.column1`.execute(db);
    after = last.id;
  }
}
