/** Whether a column of folded texts contains what is searched, each character as itself. */
import { type RawBuilder, sql } from 'kysely';
import { foldedText } from '../../base/folded-text.ts';

export function contains(column: `${string}_folded`, search: string): RawBuilder<boolean> {
  const pattern = foldedText(search.trim()).replace(/[%_\\]/g, (character) => `\\${character}`);
  return sql<boolean>`${sql.ref(column)} like ${`%${pattern}%`} escape '\\'`;
}
