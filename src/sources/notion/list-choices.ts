/**
 * What can be chosen on Notion: the data sources that are shared with the integration, searched by Notion itself, the
 * last edited first. A database with several data sources is listed once for each.
 */
import { z } from 'zod';
import type { CallPlatform } from '../../platform/platform-request.ts';
import { maxOptions } from '../matching-options.ts';
import type { ChoiceStep, Listed, ListRequest, LookedAround } from '../source.ts';
import { textOf } from './cells.ts';
import { errorOfRefusal, isCapabilityMissing } from './refusals.ts';
import { request } from './request.ts';

export const steps: readonly [ChoiceStep, ...ChoiceStep[]] = [
  {
    part: 'database',
    label: 'Database',
    isOptional: false,
    paste: 'The address of a database, as the browser shows it: https://www.notion.so/…',
    list: listDatabases,
  },
];

async function listDatabases({ call, search }: ListRequest): Promise<Listed> {
  try {
    return await searchDatabases(call, search);
  } catch (error) {
    throw await errorOfRefusal(error, call);
  }
}

export async function lookAround(call: CallPlatform): Promise<LookedAround> {
  try {
    return { ...(await searchDatabases(call, '')), missing: [] };
  } catch (error) {
    if (!isCapabilityMissing(error)) throw await errorOfRefusal(error, call);
    return { options: [], hasMore: false, missing: ['Read content'] };
  }
}

const foundShape = z.object({
  results: z.array(z.object({ id: z.string(), title: z.unknown().optional() })),
  has_more: z.boolean(),
});

async function searchDatabases(call: CallPlatform, search: string): Promise<Listed> {
  const found = await request(
    call,
    {
      method: 'POST',
      path: '/v1/search',
      json: {
        ...(search.trim() !== '' && { query: search.trim() }),
        filter: { property: 'object', value: 'data_source' },
        sort: { timestamp: 'last_edited_time', direction: 'descending' },
        page_size: maxOptions,
      },
    },
    foundShape,
  );
  return {
    options: found.results.map(({ id, title }) => ({
      value: id,
      name: textOf(title ?? []) || 'Untitled',
      note: null,
    })),
    hasMore: found.has_more,
  };
}
