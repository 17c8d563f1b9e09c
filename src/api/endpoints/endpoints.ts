/** The list of endpoints, searched, sorted and paged by the database. */

import { endpointsPage } from '../../endpoints/endpoint-list-store.ts';
import { isRefused, workingState } from '../../endpoints/endpoint-state.ts';
import { endpointStatesOf } from '../../endpoints/endpoint-state-store.ts';
import { endpointUrl } from '../../endpoints/endpoint-url.ts';
import { tagsOfEndpoints } from '../../endpoints/tag-store.ts';
import { allSources, isSourceName } from '../../sources/all-sources.ts';
import type { Source } from '../../sources/source.ts';
import { type Handlers, isoMoment, optionalMoment, pageSize } from '../api.ts';
import { describedState } from './described-state.ts';

export const endpointListHandlers = {
  'GET /api/endpoints': async ({ context, account, query }) => {
    const { db } = context.database;
    const wanted = { ...query, pageSize, cycle: account.cycleEnds ?? 0 };
    // Then no request gets what a single endpoint would say.
    if (query.state !== undefined && isRefused(account, context.now()))
      return { endpoints: [], total: 0, pageSize };
    const { rows, total } = await endpointsPage(db, account.id, wanted);
    const ids = rows.map(({ id }) => id);
    const tags = await tagsOfEndpoints(db, ids);
    const states = await endpointStatesOf(context, account, ids);
    return {
      endpoints: rows.map((row) => ({
        id: row.id,
        name: row.name,
        url: endpointUrl(context, row.id),
        type: row.type,
        source: row.source,
        table: row.file_name ?? tableName(row.source, row.source_settings),
        isProtected: row.token_digest !== null,
        isPaused: row.paused_at !== null,
        createdAt: isoMoment(row.created_at),
        lastHitAt: optionalMoment(row.last_hit_at),
        hitsThisCycle: Number(row.hits),
        ...describedState(states.get(row.id) ?? workingState),
        connectionId: row.connection_id,
        tags: [...(tags.get(row.id) ?? [])],
      })),
      total,
      pageSize,
    };
  },
} satisfies Partial<Handlers>;

function tableName(name: string, settings: string): string {
  if (!isSourceName(name)) return '';
  const source: Source = allSources[name];
  return source.tableName?.(JSON.parse(settings)) ?? '';
}
