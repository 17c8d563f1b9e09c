/** A new proxy of an endpoint: what can be fixed on it, and how many there can be; for every door alike. */
import type { AppContext } from '../app-context.ts';
import { randomId } from '../base/random-id.ts';
import { proxyUrl } from '../endpoints/endpoint-url.ts';
import { insertProxy } from '../endpoints/proxy-store.ts';
import { inputRefused } from '../errors/refused-error.ts';
import { type ReadQuery, readParameters, unknownParameter } from './parameters.ts';

export const maxProxies = 1_000;

/** The address is known only now: the id is stored as a digest. */
export async function createProxy(
  context: AppContext,
  endpointId: string,
  fixed: ReadQuery,
): Promise<{ readonly id: string; readonly url: string }> {
  const problem = unknownParameter(fixed);
  if (problem !== undefined) throw inputRefused(problem);
  const { values: parameters } = fixed;
  // The page asks the same address for the data, and would only get itself again.
  if (readParameters(parameters).showWaitPage)
    throw inputRefused('show_wait_page cannot be fixed on a proxy; add it to the address instead.');
  const id = randomId();
  const proxy = { id, endpointId, parameters, createdAt: context.now() };
  if (await insertProxy(context.database, proxy, maxProxies)) return { id, url: proxyUrl(context, id) };
  throw inputRefused(`An endpoint has at most ${maxProxies} proxies. Revoke one that is not used.`);
}
