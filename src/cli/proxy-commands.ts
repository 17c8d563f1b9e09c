/** `proxy create | list | delete` (DESIGN section 3, 4.4): parameters fixed on a proxy cannot be overridden. */
import { proxyUrl } from '../endpoints/endpoint-url.ts';
import { deleteProxy, insertProxy, proxiesOf } from '../endpoints/proxy-store.ts';
import { readParameters } from '../export/parameters.ts';
import { randomId } from '../random-id.ts';
import { type Command, onlyArgument, UsageError } from './command.ts';
import { requireEndpoint } from './endpoint-commands.ts';
import { optionRows } from './options.ts';
import { parameterOptions } from './parameter-options.ts';

export const proxyCreate: Command = {
  usage: 'proxy create ENDPOINT_ID',
  does: 'Makes a proxy for an endpoint, with parameters (--param k=v) that a caller cannot override.',
  options: optionRows('param'),
  run: async (context, input) => {
    const endpoint = await requireEndpoint(context, onlyArgument(input, 'ENDPOINT_ID'));
    const { values: parameters } = parameterOptions(input);
    // The page asks the same address for the data, and would only get itself again.
    if (readParameters(parameters).showWaitPage)
      throw new UsageError('show_wait_page cannot be fixed on a proxy; add it to the address instead.');
    const id = randomId();
    await insertProxy(context.database.db, {
      id,
      endpointId: endpoint.id,
      parameters,
      createdAt: context.now(),
    });
    return { id, url: proxyUrl(context, id) };
  },
};

export const proxyList: Command = {
  usage: 'proxy list ENDPOINT_ID',
  does: 'Lists the proxies of an endpoint with their fixed parameters.',
  options: {},
  run: async (context, input) => {
    const endpoint = await requireEndpoint(context, onlyArgument(input, 'ENDPOINT_ID'));
    const proxies = await proxiesOf(context.database.db, endpoint.id);
    return { proxies: proxies.map(({ id, parameters }) => ({ id, url: proxyUrl(context, id), parameters })) };
  },
};

export const proxyDelete: Command = {
  usage: 'proxy delete ID',
  does: 'Revokes a proxy; the endpoint stays.',
  options: {},
  run: async (context, input) => {
    const id = onlyArgument(input, 'ID');
    if (!(await deleteProxy(context.database.db, id))) throw new UsageError(`There is no proxy ${id}.`);
    return { id, deleted: true };
  },
};
