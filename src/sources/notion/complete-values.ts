/**
 * Complete values where a query of Notion cuts them: it returns at most 25 references of a relation, of
 * people and of mentions in a text, and computes rollups on the first 25. Such a cell is read once more, by
 * itself and to its end (contract 1.3.2).
 */
import { z } from 'zod';
import { ServiceError } from '../../errors/errors.ts';
import { type CallPlatform, PlatformRefusal } from '../../platform/platform-request.ts';
import { parseOrUnavailable } from '../parse-or-unavailable.ts';
import { ReadAgain } from '../source.ts';
import { openCursor, pageShape } from './cursor.ts';
import type { PageRow, PropertyValue } from './query.ts';
import { request } from './request.ts';
import type { Property } from './schema.ts';

const maxReferences = 25;
/** Calls at the same time: enough to reach the rate limit of the platform, however long one takes. */
const readers = 3;

/** Puts the complete values into the rows. */
export async function completeValues(
  call: CallPlatform,
  columns: readonly Property[],
  rows: readonly PageRow[],
): Promise<void> {
  const cut = rows.flatMap((row) =>
    columns.filter((property) => isCut(row, property)).map((property) => ({ row, property })),
  );
  const rest = cut.values();
  const reader = async (): Promise<void> => {
    for (const { row, property } of rest) {
      const value = await readValue(call, row.id, property);
      row.values.set(property.key, { type: property.type, value, isCut: false });
    }
  };
  await Promise.all(Array.from({ length: Math.min(readers, cut.length) }, reader));
}

function isCut(row: PageRow, { key, type, followedRelation }: Property): boolean {
  const value = row.values.get(key);
  if (value?.type !== type) return false;
  if (type === 'rollup') {
    return followedRelation !== undefined && isCutReferences(row.values.get(followedRelation));
  }
  if (type === 'title' || type === 'rich_text') return countMentions(value.value) >= maxReferences;
  return (type === 'relation' || type === 'people') && isCutReferences(value);
}

/** Notion does not always say that it cut. */
function isCutReferences(references: PropertyValue | undefined): boolean {
  if (!references) return false;
  return references.isCut || (Array.isArray(references.value) && references.value.length >= maxReferences);
}

const mentionShape = z.object({ type: z.literal('mention') });

function countMentions(richText: unknown): number {
  if (!Array.isArray(richText) || richText.length < maxReferences) return 0;
  return richText.filter((part) => mentionShape.safeParse(part).success).length;
}

const itemShape = z.looseObject({ type: z.string() });
const listShape = pageShape.extend({ property_item: itemShape });
/** A value that is no list comes alone. */
const aloneShape = itemShape
  .extend({ object: z.literal('property_item') })
  .transform((item) => ({ results: [item], has_more: false, next_cursor: null, property_item: item }));
const responseShape = z.union([listShape, aloneShape]);

async function readValue(call: CallPlatform, page: string, property: Property): Promise<unknown> {
  const path = `/v1/pages/${encodeURIComponent(page)}/properties/${encodeURIComponent(property.key)}?page_size=100`;
  const requestPage = (cursor: string | undefined) =>
    request(
      call,
      { path: cursor === undefined ? path : `${path}&start_cursor=${encodeURIComponent(cursor)}` },
      responseShape,
    ).catch(refusedItem);
  const items: unknown[] = [];
  let last: unknown;
  for await (const response of openCursor(requestPage, { ahead: false })) {
    for (const item of response.results) items.push(item);
    last = response.property_item[property.type];
  }
  if (property.type === 'rollup') return wholeRollup(last, items);
  return items.flatMap((item) => parseOrUnavailable(itemShape, item)[property.type] ?? []);
}

/** The row was deleted since it was read. */
function refusedItem(error: unknown): never {
  const isGone = error instanceof PlatformRefusal && error.status === 404;
  throw isGone ? new ReadAgain('a row went away while it was read', { cause: error }) : error;
}

/** What is calculated stands in the last response; what is shown as it is, in all of them together. */
function wholeRollup(last: unknown, items: readonly unknown[]): unknown {
  const rollup = parseOrUnavailable(itemShape, last);
  if (rollup.type === 'incomplete') {
    throw new ServiceError('sourceUnavailable', {
      data: 'Notion did not finish calculating a rollup. Try again.',
    });
  }
  return rollup.type === 'array' ? { type: 'array', array: items } : rollup;
}
