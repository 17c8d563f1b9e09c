/** `endpoint set | list | preview | delete` (DESIGN section 3, section 2 of the specification). */
import { endpointTokenDigest } from '../access/bearer.ts';
import { requireAccount } from '../accounts/account-store.ts';
import type { AppContext } from '../app-context.ts';
import { customParameters, type Endpoint } from '../endpoints/endpoint.ts';
import { deleteEndpoint, endpointsOf, findEndpoint, updateEndpoint } from '../endpoints/endpoint-store.ts';
import { ServiceError } from '../errors.ts';
import { patientClient } from '../export/client.ts';
import { allSources } from '../sources/all-sources.ts';
import {
  type Command,
  type CommandInput,
  listOption,
  namesOption,
  oneOf,
  onlyArgument,
  textOption,
  UsageError,
} from './command.ts';
import { endpointUrl } from './endpoint-url.ts';
import { formatNames } from './format-names.ts';

export const endpointSet: Command = {
  usage: 'endpoint set ID',
  does: 'Changes an endpoint: token, enabled custom parameters, default format, name, fields.',
  options: {
    token: { type: 'string' },
    'no-token': { type: 'boolean' },
    allow: { type: 'string', multiple: true },
    type: { type: 'string' },
    name: { type: 'string' },
    fields: { type: 'string' },
    'all-columns': { type: 'boolean' },
  },
  run: async (context, input) => {
    const endpoint = await requireEndpoint(context, onlyArgument(input, 'ID'));
    const type = oneOf(formatNames, textOption(input, 'type'), '--type');
    const name = textOption(input, 'name');
    const fields = input.options['all-columns'] === true ? null : namesOption(input, 'fields');
    const tokenDigest = newTokenDigest(endpoint, input);
    if (fields) await requireFields(context, endpoint, fields);
    await updateEndpoint(context.database.db, endpoint.id, {
      ...(type !== undefined && { type }),
      ...(name !== undefined && { name }),
      ...(fields !== undefined && { fields }),
      ...(tokenDigest !== undefined && { tokenDigest }),
      customParameters: [...new Set([...endpoint.customParameters, ...allowed(input)])],
    });
    return describe(context, await requireEndpoint(context, endpoint.id));
  },
};

export const endpointList: Command = {
  usage: 'endpoint list EMAIL',
  does: 'Lists the endpoints of an account.',
  options: {},
  run: async (context, input) => {
    const account = await requireAccount(context, onlyArgument(input, 'EMAIL'));
    const endpoints = await endpointsOf(context.database.db, account.id);
    return { endpoints: endpoints.map((endpoint) => describe(context, endpoint)) };
  },
};

export const endpointDelete: Command = {
  usage: 'endpoint delete ID',
  does: 'Deletes an endpoint with its proxies and its uploaded file.',
  options: {},
  run: async (context, input) => {
    const { id } = await requireEndpoint(context, onlyArgument(input, 'ID'));
    return { id, deleted: await deleteEndpoint(context.database.db, id, context.now()) };
  },
};

export async function requireEndpoint(context: AppContext, id: string): Promise<Endpoint> {
  const endpoint = await findEndpoint(context.database.db, id);
  if (!endpoint) throw new UsageError(`There is no endpoint ${id}. List them with: endpoint list EMAIL`);
  return endpoint;
}

/** Asks the source for them, as a hit would. */
async function requireFields(
  context: AppContext,
  endpoint: Endpoint,
  fields: readonly string[],
): Promise<void> {
  try {
    await allSources[endpoint.source].fetch({
      settings: endpoint.sourceSettings,
      fields,
      uploadsDir: context.config.uploadsDir,
      client: patientClient,
    });
  } catch (error) {
    if (!(error instanceof ServiceError) || error.key !== 'structureChanged') throw error;
    throw new UsageError(`--fields names what the source does not have. ${error.data}`);
  }
}

function newTokenDigest(endpoint: Endpoint, input: CommandInput): string | null | undefined {
  if (input.options['no-token'] === true) return null;
  const token = requireTokenForm(textOption(input, 'token'));
  return token === undefined ? undefined : endpointTokenDigest(endpoint.id, token);
}

/** A header must be able to carry it. */
export function requireTokenForm(token: string | undefined): string | undefined {
  if (token === undefined || /^[\x21-\x7e]+$/.test(token)) return token;
  throw new UsageError('--token takes visible ASCII characters without spaces.');
}

function allowed(input: CommandInput) {
  return listOption(input, 'allow').flatMap((name) => oneOf(customParameters, name, '--allow') ?? []);
}

function describe(context: AppContext, endpoint: Endpoint) {
  const { id, name, type, source, fields } = endpoint;
  return {
    id,
    url: endpointUrl(context, id),
    name,
    type,
    source,
    fields: fields ?? 'all',
    protected: endpoint.tokenDigest !== null,
    customParameters: endpoint.customParameters,
    createdAt: new Date(endpoint.createdAt).toISOString(),
  };
}
