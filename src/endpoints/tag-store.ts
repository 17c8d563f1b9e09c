/**
 * Tags of endpoints: words of the owner's own by which the list is filtered. A tag is the same in capitals; an endpoint
 * has twenty at most.
 */
import { sql } from 'kysely';
import { foldedText } from '../base/folded-text.ts';
import { changeRefused } from '../errors/refused-error.ts';
import type { Db } from '../storage/database/database.ts';
import { inParts } from '../storage/database/parts.ts';

const maxTags = 20;
const maxListed = 1_000;

/** Sorted; by the id of the endpoint. */
export async function tagsOfEndpoints(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const tags = new Map<string, string[]>();
  for (const part of inParts(ids)) {
    const rows = await db
      .selectFrom('endpoint_tags')
      .select(['endpoint_id', 'tag'])
      .where('endpoint_id', 'in', part)
      .orderBy('tag_folded')
      .execute();
    for (const { endpoint_id, tag } of rows) tags.set(endpoint_id, [...(tags.get(endpoint_id) ?? []), tag]);
  }
  return tags;
}

/** All that an account uses, with the number of endpoints that have it. */
export async function tagsOfAccount(
  db: Db,
  accountId: string,
): Promise<{ readonly tag: string; readonly endpoints: number }[]> {
  const rows = await db
    .selectFrom('endpoint_tags')
    .innerJoin('endpoints', 'endpoints.id', 'endpoint_tags.endpoint_id')
    .select(sql<string>`min(endpoint_tags.tag)`.as('tag'))
    .select(({ fn }) => fn.countAll<number | bigint | string>().as('endpoints'))
    .where('endpoint_tags.account_id', '=', accountId)
    .groupBy('endpoint_tags.tag_folded')
    .orderBy('endpoint_tags.tag_folded')
    .limit(maxListed)
    .execute();
  return rows.map(({ tag, endpoints }) => ({ tag, endpoints: Number(endpoints) }));
}

interface TagChange {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

interface Tagged {
  readonly id: string;
  readonly accountId: string;
}

/** On all of them or, when one would have too many, on none. */
export async function changeTags(
  db: Db,
  endpoints: readonly Tagged[],
  { add, remove }: TagChange,
): Promise<void> {
  // Of those that are the same, the first.
  const added = [...new Map(add.toReversed().map((tag) => [foldedText(tag), tag]))];
  const removed = remove.map(foldedText);
  await db.transaction().execute(async (transaction) => {
    for (const { id, accountId } of endpoints) {
      if (removed.length > 0)
        await transaction
          .deleteFrom('endpoint_tags')
          .where('endpoint_id', '=', id)
          .where('tag_folded', 'in', removed)
          .execute();
      if (added.length === 0) continue;
      await transaction
        .insertInto('endpoint_tags')
        .values(
          added.map(([folded, tag]) => ({ endpoint_id: id, account_id: accountId, tag, tag_folded: folded })),
        )
        .onConflict((conflict) => conflict.columns(['endpoint_id', 'tag_folded']).doNothing())
        .execute();
      await requireFewTags(transaction, id);
    }
  });
}

async function requireFewTags(db: Db, id: string): Promise<void> {
  const rows = await db
    .selectFrom('endpoint_tags')
    .select('tag')
    .where('endpoint_id', '=', id)
    .limit(maxTags + 1)
    .execute();
  if (rows.length > maxTags)
    throw changeRefused(`An endpoint has at most ${maxTags} tags. Remove one first.`);
}

/** Those that it has afterwards are these alone. */
export async function setTags(db: Db, endpoint: Tagged, tags: readonly string[]): Promise<void> {
  const before = (await tagsOfEndpoints(db, [endpoint.id])).get(endpoint.id) ?? [];
  const wanted = new Set(tags.map(foldedText));
  await changeTags(db, [endpoint], {
    add: tags,
    remove: before.filter((tag) => !wanted.has(foldedText(tag))),
  });
}

export async function deleteTagsOf(db: Db, endpointId: string): Promise<void> {
  await db.deleteFrom('endpoint_tags').where('endpoint_id', '=', endpointId).execute();
}
