/** The list of endpoints, searched, sorted and paged by the database. */
import { conditionOf } from '../../accounts/account.ts';
import { endpointsPage } from '../../endpoints/endpoint-list-store.ts';
import { endpointUrl } from '../../endpoints/endpoint-url.ts';
import { allSources, isSourceName } from '../../sources/all-sources.ts';
import type { Source } from '../../sources/source.ts';
import { type Answer, type Handlers, isoMoment, optionalMoment, pageSize } from '../api.ts';

type State = Answer<'GET /api/endpoints'>['endpoints'][number]['state'];

export const endpointListHandlers = {
  'GET /api/endpoints': async ({ context, account, query }) => {
    const wanted = { ...query, pageSize, cycle: account.cycleEnds ?? 0 };
    const { rows, total } = await endpointsPage(context.database.db, account.id, wanted);
    const condition = conditionOf(account, context.now());
    return {
      endpoints: rows.map((row) => ({
        id: row.id,
        name: row.name,
        url: endpointUrl(context, row.id),
        type: row.type,
        source: row.source,
        table: row.file_name ?? tableName(row.source, row.source_settings),
        isProtected: row.token_digest !== null,
        createdAt: isoMoment(row.created_at),
        lastHitAt: optionalMoment(row.last_hit_at),
        hitsThisCycle: Number(row.hits),
        state: connectionStates[row.connection_state ?? ''] ?? accountStates[condition] ?? 'working',
        connectionId: row.connection_id,
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

const connectionStates: Readonly<Record<string, State>> = {
  revoked: 'connection revoked',
  disconnected: 'connection disconnected',
};

/** Others serve: an account that calls this has been initialised by its visit. */
const accountStates: Readonly<Record<string, State>> = {
  'account blocked': 'account blocked',
  'free trial expired': 'free trial expired',
  'subscription expired': 'subscription expired',
  'credit balance zero': 'credit balance zero',
};
