/** Several endpoints at once: all of them must be the caller's own. */
import type { AuditAction } from '../../audit/audit-actions.ts';
import { actorOf } from '../../audit/audit-entry.ts';
import { recordAfter } from '../../audit/record-after.ts';
import { boundBin } from '../../bin/remove-deleted.ts';
import type { Endpoint } from '../../endpoints/endpoint.ts';
import { deleteEndpoint, findEndpoints } from '../../endpoints/endpoint-store.ts';
import { setPaused } from '../../endpoints/pause-store.ts';
import { changeTags, tagsOfAccount } from '../../endpoints/tag-store.ts';
import { ServiceError } from '../../errors/errors.ts';
import type { Call, Handlers } from '../api.ts';

type ManyCall =
  | Call<'POST /api/endpoints/delete'>
  | Call<'POST /api/endpoints/pause'>
  | Call<'POST /api/endpoints/tags'>;

export const manyEndpointHandlers = {
  'GET /api/tags': async ({ context, account }) => ({
    tags: await tagsOfAccount(context.database.db, account.id),
  }),
  'POST /api/endpoints/delete': async (call) => {
    const { context, account } = call;
    const endpoints = await ownEndpoints(call);
    for (const { id } of endpoints) await deleteEndpoint(context.database, id, context.now());
    await boundBin(context, account);
    await record(call, endpoints, 'endpoint.deleted');
    return { ids: endpoints.map(({ id }) => id) };
  },
  'POST /api/endpoints/pause': async (call) => {
    const { context, account, body } = call;
    if (account.blocked && !body.isPaused) throw new ServiceError('ownerBlocked');
    const endpoints = await ownEndpoints(call);
    const named = endpoints.map(({ id }) => id);
    const ids = await setPaused(context.database.db, named, body.isPaused ? context.now() : null);
    const changed = endpoints.filter(({ id }) => ids.includes(id));
    await record(call, changed, body.isPaused ? 'endpoint.paused' : 'endpoint.resumed');
    return { ids };
  },
  'POST /api/endpoints/tags': async (call) => {
    const endpoints = await ownEndpoints(call);
    await changeTags(call.context.database.db, endpoints, call.body);
    await record(call, endpoints, 'endpoint.changed');
    return { ids: endpoints.map(({ id }) => id) };
  },
} satisfies Partial<Handlers>;

async function ownEndpoints({ context, account, body }: ManyCall): Promise<Endpoint[]> {
  const ids = [...new Set(body.ids)];
  const found = await findEndpoints(context.database.db, ids);
  const own = found.filter(({ accountId }) => accountId === account.id);
  if (own.length < ids.length) throw new ServiceError('notFound');
  return own;
}

/** One entry for each. */
async function record(
  { context, account, from }: ManyCall,
  endpoints: readonly Endpoint[],
  action: Extract<AuditAction, `endpoint.${string}`>,
): Promise<void> {
  const events = endpoints.map(({ id, name }) => ({
    action,
    account,
    target: { kind: 'endpoint', id, name } as const,
  }));
  await recordAfter(context, actorOf(account, from), events);
}
