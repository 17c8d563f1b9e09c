/**
 * Many values in parts: an engine takes only so many in one statement (SQLite 32,766, PostgreSQL 65,535), and one that
 * is too long fails whole.
 */

/** Rows of one insert, or values of one `in (…)`: a table has at most 20 columns. */
const partSize = 1_000;

export function* inParts<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let from = 0; from < items.length; from += partSize) yield items.slice(from, from + partSize);
}
