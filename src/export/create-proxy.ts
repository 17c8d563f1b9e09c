/**
 * A proxy of an endpoint, which the dashboard calls a view: what can be fixed on it, how many there can be, how it is
 * changed, renewed and deleted; for every door alike.
 */
import type { AppContext } from '../app-context.ts';
import { randomId } from '../base/random-id.ts';
import type { Endpoint } from '../endpoints/endpoint.ts';
import { proxyUrl } from '../endpoints/endpoint-url.ts';
import {
  deleteProxy,
  insertProxy,
  renewProxy,
  type StoredProxy,
  schedulesOfProxy,
  updateProxy,
} from '../endpoints/proxy-store.ts';
import { changeRefused, inputRefused } from '../errors/refused-error.ts';
import { type ReadQuery, readParameters } from './parameters.ts';
import { type TrySample, tryParameters } from './try-parameters.ts';

export const maxProxies = 1_000;
const namedSchedules = 3;

interface WantedProxy {
  /** Null: without. */
  readonly name: string | null;
  readonly query: ReadQuery;
}

interface MadeProxy {
  readonly id: string;
  readonly url: string;
}

/** The address is known only now: the id is stored as a digest. */
export async function createProxy(
  context: AppContext,
  endpoint: Endpoint,
  { name, query }: WantedProxy,
  trySample: TrySample,
): Promise<MadeProxy> {
  const parameters = await checkedParameters(context, endpoint, query, trySample);
  const id = randomId();
  const proxy = { id, endpointId: endpoint.id, name, parameters, createdAt: context.now() };
  if (await insertProxy(context.database, proxy, maxProxies)) return { id, url: proxyUrl(context, id) };
  throw inputRefused(`An endpoint has at most ${maxProxies} views. Delete one that is not used.`);
}

/** As its owner saw it when the change began: who comes second is told. A mere new name is not tried. */
export async function changeProxy(
  context: AppContext,
  endpoint: Endpoint,
  proxy: StoredProxy,
  wanted: { readonly name?: string | undefined; readonly query?: ReadQuery | undefined },
  trySample: TrySample,
): Promise<StoredProxy> {
  const { name = proxy.name, query } = wanted;
  const parameters = query ? await checkedParameters(context, endpoint, query, trySample) : proxy.parameters;
  if (await updateProxy(context.database, { ...proxy, name, parameters }))
    return { ...proxy, name, parameters, revision: proxy.revision + 1 };
  throw changedMeanwhile();
}

export async function renewedProxy(context: AppContext, proxy: StoredProxy): Promise<MadeProxy> {
  const id = randomId();
  if (await renewProxy(context.database, proxy, id)) return { id, url: proxyUrl(context, id) };
  throw changedMeanwhile();
}

/** Into the bin of the account. */
export async function removeProxy(
  { database, now }: AppContext,
  proxy: StoredProxy,
  accountId: string,
): Promise<void> {
  if (await deleteProxy(database.db, proxy, accountId, now())) return;
  const names = await schedulesOfProxy(database.db, proxy, namedSchedules);
  if (names.length === 0) return;
  throw changeRefused(
    `A schedule exports this view: ${names.join(', ')}. Choose another view there first. To stop the old URL now, renew it.`,
  );
}

function changedMeanwhile() {
  return changeRefused(
    'Somebody else changed or deleted this view in the meantime. Open it again to see how it is now; your changes are not saved.',
  );
}

async function checkedParameters(
  context: AppContext,
  endpoint: Endpoint,
  query: ReadQuery,
  trySample: TrySample,
): Promise<StoredProxy['parameters']> {
  await tryParameters(context, { endpoint, query }, trySample);
  // The page asks the same address for the data, and would only get itself again.
  if (readParameters(query.values).showWaitPage)
    throw inputRefused('show_wait_page cannot be fixed on a proxy; add it to the URL instead.');
  return query.values;
}
