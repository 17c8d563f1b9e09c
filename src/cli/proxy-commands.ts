/** `proxy create | list | set | renew | delete` (contract 4.4): parameters fixed on a proxy cannot be overridden. */
import type { AppContext } from '../app-context.ts';
import { matchingProxies, proxiesOf, type StoredProxy } from '../endpoints/proxy-store.ts';
import { changeProxy, createProxy, removeProxy, renewedProxy } from '../export/create-proxy.ts';
import { type Command, type CommandResult, listOption, nameOption, onlyArgument } from './command.ts';
import { requireEndpoint } from './endpoint-commands.ts';
import { optionRows } from './options.ts';
import { parameterOptions } from './parameter-options.ts';
import { deletedOf } from './restore-commands.ts';
import { tryingSampleHere } from './trying-sample.ts';

export const proxyCreate: Command = {
  usage: 'proxy create ENDPOINT_ID',
  does: 'Makes a proxy for an endpoint, which the dashboard calls a view, with parameters (--param k=v) that a caller cannot override; its URL is shown once.',
  options: optionRows('name', 'param'),
  run: async (context, input) => {
    const endpoint = await requireEndpoint(context, onlyArgument(input, 'ENDPOINT_ID'));
    const wanted = { name: nameOption(input) ?? null, query: parameterOptions(input) };
    const { id, url } = await createProxy(context, endpoint, wanted, tryingSampleHere(context));
    return { id, url };
  },
};

export const proxyList: Command = {
  usage: 'proxy list ENDPOINT_ID',
  does: 'Lists the proxies of an endpoint by the first characters of their ids, with their names and fixed parameters; with --deleted those that were revoked, of all endpoints of its owner.',
  options: optionRows('deleted'),
  run: async (context, input) => {
    const endpoint = await requireEndpoint(context, onlyArgument(input, 'ENDPOINT_ID'));
    if (input.options['deleted'] === true)
      return { deleted: await deletedOf(context, endpoint.accountId, 'proxy') };
    return { proxies: (await proxiesOf(context.database.db, endpoint.id)).map(described) };
  },
};

export const proxySet: Command = {
  usage: 'proxy set HINT',
  does: 'Changes the name of a proxy or what is fixed on it; its URL stays. What is not named stays; any --param replaces all parameters.',
  options: optionRows('name', 'param'),
  run: async (context, input) => {
    const proxy = await requireProxy(context, onlyArgument(input, 'HINT'));
    const endpoint = await requireEndpoint(context, proxy.endpointId);
    const query = listOption(input, 'param').length > 0 ? parameterOptions(input) : undefined;
    const wanted = { name: nameOption(input), query };
    return described(await changeProxy(context, endpoint, proxy, wanted, tryingSampleHere(context)));
  },
};

export const proxyRenew: Command = {
  usage: 'proxy renew HINT',
  does: 'Gives a proxy a new URL, which is shown once; the old one answers 404 from then on. Name, parameters and schedules stay.',
  options: {},
  run: async (context, input) => {
    const proxy = await requireProxy(context, onlyArgument(input, 'HINT'));
    const { id, url } = await renewedProxy(context, proxy);
    return { id, url };
  },
};

export const proxyDelete: Command = {
  usage: 'proxy delete HINT',
  does: 'Revokes a proxy, by the first characters that `proxy list` shows or by its whole id; the endpoint stays. `proxy restore` brings it back for seven days.',
  options: {},
  run: async (context, input) => {
    const proxy = await requireProxy(context, onlyArgument(input, 'HINT'));
    const { accountId } = await requireEndpoint(context, proxy.endpointId);
    await removeProxy(context, proxy, accountId);
    return { hint: proxy.hint, deleted: true };
  },
};

/** By the first characters of its id, or the whole. */
export async function requireProxy({ database }: AppContext, hintOrId: string): Promise<StoredProxy> {
  const [proxy, ...more] = await matchingProxies(database.db, hintOrId);
  if (!proxy) throw new Error('There is no such proxy. List them with: proxy list ENDPOINT_ID');
  if (more.length > 0) throw new Error('Several proxies begin like this. Give the whole id.');
  return proxy;
}

function described({ hint, name, parameters, createdAt }: StoredProxy): CommandResult {
  return { hint, name, parameters, createdAt: new Date(createdAt).toISOString() };
}
