/**
 * Filters of a query: by creation time or last edit time, and groups of these. Filters by property are refused.
 */
import { z } from 'zod';
import type { NotionDataSource } from './notion-data.ts';
import { invalid } from './notion-error.ts';

export interface Timed {
  readonly createdTime: string;
  readonly lastEditedTime: string;
}

type Test = (item: Timed) => boolean;

const dayMs = 24 * 60 * 60 * 1000;

const bound = z
  .string('a string')
  .refine((text) => !Number.isNaN(Date.parse(text)), 'a valid ISO 8601 date string');
const condition = z.union([
  z.strictObject({ equals: bound }),
  z.strictObject({ before: bound }),
  z.strictObject({ after: bound }),
  z.strictObject({ on_or_before: bound }),
  z.strictObject({ on_or_after: bound }),
]);
const timestampFilter = z.union([
  z.object({ timestamp: z.literal('created_time'), created_time: condition }),
  z.object({ timestamp: z.literal('last_edited_time'), last_edited_time: condition }),
]);

/** Groups may be nested at most two levels deep. */
export function filterTest(dataSource: NotionDataSource, filter: unknown, depth = 0): Test {
  const group = z
    .object({ and: z.array(z.unknown()) })
    .or(z.object({ or: z.array(z.unknown()) }))
    .safeParse(filter);
  if (group.success) {
    if (depth >= 2) throw invalid('body failed validation: body.filter is nested too deeply.');
    const isAll = 'and' in group.data;
    const parts = 'and' in group.data ? group.data.and : group.data.or;
    const tests = parts.map((part) => filterTest(dataSource, part, depth + 1));
    return (item) => (isAll ? tests.every((test) => test(item)) : tests.some((test) => test(item)));
  }
  const timed = timestampFilter.safeParse(filter);
  if (!timed.success) throw refusal(dataSource, filter);
  if (timed.data.timestamp === 'created_time') {
    const test = timeTest(timed.data.created_time);
    return (item) => test(Date.parse(item.createdTime));
  }
  const test = timeTest(timed.data.last_edited_time);
  return (item) => test(Date.parse(item.lastEditedTime));
}

function refusal(dataSource: NotionDataSource, filter: unknown): Error {
  const byProperty = z.object({ property: z.string() }).safeParse(filter);
  if (!byProperty.success) {
    const was = JSON.stringify(filter);
    return invalid(`body failed validation: body.filter should be a valid filter, instead was \`${was}\`.`);
  }
  const { property } = byProperty.data;
  const known = Object.entries(dataSource.properties).some(
    ([name, { id }]) => name === property || decodeURIComponent(id) === property || id === property,
  );
  if (!known) return invalid(`Could not find property with name or id: ${property}`);
  return invalid(`The emulator does not filter by property: ${property}`);
}

/** A bound without a time of day means the whole day. */
function timeTest(wanted: z.output<typeof condition>): (time: number) => boolean {
  const [[how, text] = ['', '']] = Object.entries(wanted);
  const start = Date.parse(text);
  const end = start + (text.includes('T') ? 1 : dayMs);
  if (how === 'before') return (time) => time < start;
  if (how === 'on_or_before') return (time) => time < end;
  if (how === 'after') return (time) => time >= end;
  if (how === 'on_or_after') return (time) => time >= start;
  return (time) => time >= start && time < end;
}
