/** Proxies with what the owner fixed on them (contract 4.4): list, make, revoke. */
import { deleteProxy, findProxy, proxiesPage } from '../../endpoints/proxy-store.ts';
import { ServiceError } from '../../errors/errors.ts';
import { createProxy } from '../../export/create-proxy.ts';
import { readQuery } from '../../export/parameters.ts';
import { lastHitsOfProxies } from '../../usage/proxy-hits-store.ts';
import { type Handlers, isoMoment, optionalMoment, pageSize } from '../api.ts';
import { ownEndpoint } from '../own-objects.ts';

export const proxyHandlers = {
  'GET /api/endpoints/:id/proxies': async ({ context, account, params, query }) => {
    const endpoint = await ownEndpoint(context, account, params);
    const { db } = context.database;
    const { rows, total } = await proxiesPage(db, endpoint.id, { ...query, pageSize });
    const lastHits = await lastHitsOfProxies(db, endpoint.id);
    return {
      proxies: rows.map(({ digest: id, hint, parameters, createdAt }) => ({
        id,
        hint,
        parameters,
        createdAt: isoMoment(createdAt),
        lastHitAt: optionalMoment(lastHits.get(hint)),
      })),
      total,
      pageSize,
    };
  },
  'POST /api/endpoints/:id/proxies': async ({ context, account, params, body }) => {
    const endpoint = await ownEndpoint(context, account, params);
    const { url } = await createProxy(context, endpoint.id, readQuery(Object.entries(body.parameters)));
    return { url };
  },
  'DELETE /api/proxies/:id': async ({ context, account, params }) => {
    const { db } = context.database;
    const proxy = await findProxy(db, params.id);
    if (!proxy) throw new ServiceError('notFound');
    const { accountId } = await ownEndpoint(context, account, { id: proxy.endpointId });
    await deleteProxy(db, proxy, accountId, context.now());
    return { id: proxy.digest, hint: proxy.hint };
  },
} satisfies Partial<Handlers>;
