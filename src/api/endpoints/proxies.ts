/** Proxies with what the owner fixed on them (contract 4.4): list, make, revoke. */
import { countProxies, deleteProxy, findProxy, proxiesPage } from '../../endpoints/proxy-store.ts';
import { ServiceError } from '../../errors/errors.ts';
import { createProxy } from '../../export/create-proxy.ts';
import { readQuery } from '../../export/parameters.ts';
import { lastHitsOfProxies } from '../../usage/proxy-hits-store.ts';
import { type Handler, isoMoment } from '../api.ts';
import { ownEndpoint } from './own-endpoint.ts';

const pageSize = 50;

export const listProxies: Handler<'GET /api/endpoints/:id/proxies'> = async (call) => {
  const { context, account, params, query } = call;
  const endpoint = await ownEndpoint(context, account, params);
  const { db } = context.database;
  const proxies = await proxiesPage(db, endpoint.id, { page: query.page, pageSize });
  const lastHits = await lastHitsOfProxies(db, endpoint.id);
  return {
    proxies: proxies.map(({ digest: id, hint, parameters, createdAt }) => {
      const lastHitAt = lastHits.get(hint);
      return {
        id,
        hint,
        parameters,
        createdAt: isoMoment(createdAt),
        lastHitAt: lastHitAt === undefined ? null : isoMoment(lastHitAt),
      };
    }),
    total: await countProxies(db, endpoint.id),
    pageSize,
  };
};

export const addProxy: Handler<'POST /api/endpoints/:id/proxies'> = async (call) => {
  const { context, account, params, body } = call;
  const endpoint = await ownEndpoint(context, account, params);
  const { url } = await createProxy(context, endpoint.id, readQuery(Object.entries(body.parameters)));
  return { url };
};

export const revokeProxy: Handler<'DELETE /api/proxies/:id'> = async ({ context, account, params }) => {
  const { db } = context.database;
  const proxy = await findProxy(db, params.id);
  if (!proxy) throw new ServiceError('notFound');
  await ownEndpoint(context, account, { id: proxy.endpointId });
  await deleteProxy(db, proxy);
  return { hint: proxy.hint };
};
