/**
 * The words of SQLite's grammar. Some may also be names: `SELECT key FROM service_table` selects a column
 * named key.
 */

const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/));

/** Never names unless quoted. */
export const reservedWords = words(
  `add all alter and as autoincrement between case check collate commit constraint create default deferrable
  delete distinct drop else escape except exists foreign from group having in index insert intersect into is
  isnull join limit not nothing notnull null on or order primary references returning select set table then to
  transaction union unique update using values when where current_date current_time current_timestamp`,
);

/** Names wherever the grammar has no use for the word. */
export const softWords = words(
  `abort action after always analyze asc attach before begin by cascade cast column conflict cross current
  database deferred desc detach do each end exclude exclusive explain fail filter first following for full
  generated glob groups if ignore immediate indexed initially inner instead key last left like match
  materialized natural no nulls of offset others outer over partition plan pragma preceding query raise range
  recursive regexp reindex release rename replace restrict right rollback row rows savepoint temp temporary
  ties trigger unbounded vacuum view virtual window with within without true false`,
);

/** The words of a window definition. */
export const frameWords = words(
  'partition rows range groups unbounded preceding following current row exclude no others ties',
);

/** A name can follow these. */
export const wordsBeforeNames = words(
  `select distinct all where and or not by on having case when then else as from join in like glob regexp
  match escape between is limit offset window over recursive using`,
);

/** Begin a statement that is no SELECT. */
export const otherStatements = words(
  `alter analyze attach begin commit create delete detach drop end explain insert pragma reindex release
  replace rollback savepoint update vacuum values`,
);
