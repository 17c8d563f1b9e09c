/** The list of endpoints, searched, sorted and paged by the database. */
import { endpointUrl } from '../endpoints/endpoint-url.ts';
import { type Handler, isoMoment } from './api.ts';
import { endpointsPage } from './endpoint-list-store.ts';

const pageSize = 50;

export const listEndpoints: Handler<'GET /api/endpoints'> = async ({ context, account, query }) => {
  const found = await endpointsPage(context.database.db, account.id, { ...query, pageSize });
  return {
    endpoints: found.rows.map((row) => ({
      id: row.id,
      name: row.name,
      url: endpointUrl(context, row.id),
      type: row.type,
      source: row.source,
      isProtected: row.token_digest !== null,
      createdAt: isoMoment(row.created_at),
      lastHitAt: row.last_hit_at === null ? null : isoMoment(row.last_hit_at),
      hitsThisCycle: row.cycle === (account.cycleEnds ?? 0) ? (row.cycle_hits ?? 0) : 0,
    })),
    total: found.total,
    pageSize,
  };
};
