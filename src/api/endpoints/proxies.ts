/** Views, the proxies with what the owner fixed on them (contract 4.4): list, make, change, renew, delete. */
import type { Account } from '../../accounts/account.ts';
import type { AppContext } from '../../app-context.ts';
import type { Endpoint } from '../../endpoints/endpoint.ts';
import { findProxy, proxiesPage, proxyDigest, type StoredProxy } from '../../endpoints/proxy-store.ts';
import { ServiceError } from '../../errors/errors.ts';
import { changeProxy, createProxy, removeProxy, renewedProxy } from '../../export/create-proxy.ts';
import { readQuery } from '../../export/parameters.ts';
import { lastHitsOfProxies } from '../../usage/proxy-hits-store.ts';
import { type Answer, type Handlers, isoMoment, optionalMoment, pageSize } from '../api.ts';
import { ownEndpoint } from '../own-objects.ts';
import { tryingSample } from '../previews/try-sample.ts';

export const proxyHandlers = {
  'GET /api/endpoints/:id/proxies': async ({ context, account, params, query }) => {
    const endpoint = await ownEndpoint(context, account, params);
    const { db } = context.database;
    const { rows, total } = await proxiesPage(db, endpoint.id, { ...query, pageSize });
    const lastHits = await lastHitsOfProxies(db, endpoint.id);
    return { proxies: rows.map((proxy) => described(proxy, lastHits.get(proxy.hint))), total, pageSize };
  },
  'POST /api/endpoints/:id/proxies': async ({ context, account, params, body, signal }) => {
    const endpoint = await ownEndpoint(context, account, params);
    const wanted = { name: body.name, query: readQuery(Object.entries(body.parameters)) };
    const { id, url } = await createProxy(context, endpoint, wanted, tryingSample(context, signal));
    return { id: proxyDigest(id), url };
  },
  'GET /api/proxies/:id': async ({ context, account, params }) => {
    const { proxy } = await ownProxy(context, account, params);
    const lastHits = await lastHitsOfProxies(context.database.db, proxy.endpointId);
    return described(proxy, lastHits.get(proxy.hint));
  },
  'PATCH /api/proxies/:id': async ({ context, account, params, body, signal }) => {
    const { proxy, endpoint } = await ownProxy(context, account, params);
    const { name, parameters, revision } = body;
    const wanted = { name, query: parameters && readQuery(Object.entries(parameters)) };
    const trying = tryingSample(context, signal);
    return described(await changeProxy(context, endpoint, { ...proxy, revision }, wanted, trying), undefined);
  },
  'POST /api/proxies/:id/renew': async ({ context, account, params }) => {
    const { proxy } = await ownProxy(context, account, params);
    const { id, url } = await renewedProxy(context, proxy);
    return { id: proxyDigest(id), url };
  },
  'DELETE /api/proxies/:id': async ({ context, account, params }) => {
    const { proxy, endpoint } = await ownProxy(context, account, params);
    await removeProxy(context, proxy, endpoint.accountId);
    return { id: proxy.digest, hint: proxy.hint };
  },
} satisfies Partial<Handlers>;

async function ownProxy(
  context: AppContext,
  account: Account,
  { id }: { readonly id: string },
): Promise<{ readonly proxy: StoredProxy; readonly endpoint: Endpoint }> {
  const proxy = await findProxy(context.database.db, id);
  if (!proxy) throw new ServiceError('notFound');
  return { proxy, endpoint: await ownEndpoint(context, account, { id: proxy.endpointId }) };
}

function described(proxy: StoredProxy, lastHitAt: number | undefined): Answer<'GET /api/proxies/:id'> {
  const { digest: id, hint, endpointId, name, parameters, createdAt, revision } = proxy;
  return {
    id,
    hint,
    endpointId,
    name,
    parameters,
    revision,
    createdAt: isoMoment(createdAt),
    lastHitAt: optionalMoment(lastHitAt),
  };
}
