/**
 * The parameters of the emulated list of records, from the query of a GET or the body of a POST. As in the real API,
 * time zone and locale are read from the query in both cases, and `returnFieldsByFieldId=false` in a query counts as
 * true.
 */
import { z } from 'zod';
import type { EmulatedCall } from '../emulator-server.ts';
import { isTimeZone } from './airtable-date-text.ts';
import { refusals } from './airtable-refusal.ts';

const bodySchema = z.object({
  fields: z.array(z.string()).optional(),
  view: z.string().optional(),
  pageSize: z.number().int().min(1).max(100).default(100),
  maxRecords: z.number().int().min(1).default(Number.POSITIVE_INFINITY),
  offset: z.string().default(''),
  sort: z
    .array(z.object({ field: z.string(), direction: z.enum(['asc', 'desc']).default('asc') }))
    .default([]),
  filterByFormula: z.string().default(''),
  cellFormat: z.enum(['json', 'string']).default('json'),
  returnFieldsByFieldId: z.boolean().default(false),
  recordMetadata: z.array(z.literal('commentCount')).default([]),
});

export type ListParameters = z.output<typeof bodySchema> & {
  /** Present only if cells are returned as text. */
  readonly timeZone: string | undefined;
};

const longestUrl = 16_000;

export function listParameters(call: EmulatedCall): ListParameters {
  const raw = call.method === 'POST' ? bodyOf(call) : queryOf(call);
  const parsed = bodySchema.safeParse(raw);
  if (!parsed.success) throw refusals.invalidRequest();
  const { cellFormat } = parsed.data;
  const timeZone = cellFormat === 'string' ? timeZoneOf(call.query) : undefined;
  return { ...parsed.data, timeZone };
}

function timeZoneOf(query: URLSearchParams): string {
  const timeZone = query.get('timeZone') ?? '';
  if (!query.get('userLocale') || !isTimeZone(timeZone)) throw refusals.invalidRequest();
  return timeZone;
}

function bodyOf({ body }: EmulatedCall): unknown {
  if (body.length === 0) return {};
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw refusals.unreadableBody();
  }
}

function queryOf({ path, query }: EmulatedCall): Record<string, unknown> {
  if (path.length + query.toString().length > longestUrl) throw refusals.uriTooLong();
  const byId = query.get('returnFieldsByFieldId');
  const fields = listOf(query, 'fields');
  const metadata = listOf(query, 'recordMetadata');
  return {
    ...present(query, 'view', String),
    ...present(query, 'offset', String),
    ...present(query, 'filterByFormula', String),
    ...present(query, 'cellFormat', String),
    ...present(query, 'pageSize', Number),
    ...present(query, 'maxRecords', Number),
    ...(fields && { fields }),
    ...(metadata && { recordMetadata: metadata }),
    ...(byId && { returnFieldsByFieldId: true }),
    sort: sortOf(query),
  };
}

function present(query: URLSearchParams, name: string, read: (text: string) => unknown) {
  const text = query.get(name);
  return text ? { [name]: read(text) } : {};
}

/** `name[]=a` and `name[0]=a`; a bare `name=a` is not a list. */
function listOf(query: URLSearchParams, name: string): string[] | string | undefined {
  const items = [...query].flatMap(([key, value]) =>
    key.startsWith(`${name}[`) && /\[\d*\]$/.test(key) ? [value] : [],
  );
  return items.length > 0 ? items : (query.get(name) ?? undefined);
}

function sortOf(query: URLSearchParams): Record<string, string>[] {
  const sorts = new Map<string, Record<string, string>>();
  for (const [key, value] of query) {
    const [, place = '', part = ''] = /^sort\[(\d+)\]\[(field|direction)\]$/.exec(key) ?? [];
    if (part) sorts.set(place, { ...sorts.get(place), [part]: value });
  }
  return [...sorts].sort(([one], [other]) => Number(one) - Number(other)).map(([, sort]) => sort);
}
