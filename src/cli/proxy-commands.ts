/** `proxy create | list | delete` (contract 4.4): parameters fixed on a proxy cannot be overridden. */
import { deleteProxy, matchingProxies, proxiesOf } from '../endpoints/proxy-store.ts';
import { createProxy } from '../export/create-proxy.ts';
import { type Command, onlyArgument } from './command.ts';
import { requireEndpoint } from './endpoint-commands.ts';
import { optionRows } from './options.ts';
import { parameterOptions } from './parameter-options.ts';
import { deletedOf } from './restore-commands.ts';

export const proxyCreate: Command = {
  usage: 'proxy create ENDPOINT_ID',
  does: 'Makes a proxy for an endpoint, with parameters (--param k=v) that a caller cannot override; its address is shown once.',
  options: optionRows('param'),
  run: async (context, input) => {
    const endpoint = await requireEndpoint(context, onlyArgument(input, 'ENDPOINT_ID'));
    return createProxy(context, endpoint.id, parameterOptions(input));
  },
};

export const proxyList: Command = {
  usage: 'proxy list ENDPOINT_ID',
  does: 'Lists the proxies of an endpoint by the first characters of their ids, with their fixed parameters; with --deleted those that were revoked, of all endpoints of its owner.',
  options: optionRows('deleted'),
  run: async (context, input) => {
    const endpoint = await requireEndpoint(context, onlyArgument(input, 'ENDPOINT_ID'));
    if (input.options['deleted'] === true)
      return { deleted: await deletedOf(context, endpoint.accountId, 'proxy') };
    const proxies = await proxiesOf(context.database.db, endpoint.id);
    return {
      proxies: proxies.map(({ hint, parameters, createdAt }) => ({
        hint,
        parameters,
        createdAt: new Date(createdAt).toISOString(),
      })),
    };
  },
};

export const proxyDelete: Command = {
  usage: 'proxy delete HINT',
  does: 'Revokes a proxy, by the first characters that `proxy list` shows or by its whole id; the endpoint stays. `proxy restore` brings it back for seven days.',
  options: {},
  run: async (context, input) => {
    const { db } = context.database;
    const [proxy, ...more] = await matchingProxies(db, onlyArgument(input, 'HINT'));
    if (!proxy) throw new Error('There is no such proxy. List them with: proxy list ENDPOINT_ID');
    if (more.length > 0) throw new Error('Several proxies begin like this. Give the whole id.');
    const { accountId } = await requireEndpoint(context, proxy.endpointId);
    await deleteProxy(db, proxy, accountId, context.now());
    return { hint: proxy.hint, deleted: true };
  },
};
