/** `endpoint set | show | list | delete`. */
import { endpointTokenDigest } from '../access/bearer.ts';
import type { Account } from '../accounts/account.ts';
import { requireAccount, requireAccountById } from '../accounts/account-store.ts';
import { findLocalAccount } from '../accounts/local-account.ts';
import type { AppContext } from '../app-context.ts';
import { tagText, typedLines } from '../base/typed-text.ts';
import { boundBin } from '../bin/remove-deleted.ts';
import { openConnectionContext } from '../connections/connection-context.ts';
import { changeFields } from '../endpoints/change-fields.ts';
import { type CustomParameter, customParameters, type Endpoint } from '../endpoints/endpoint.ts';
import { workingState } from '../endpoints/endpoint-state.ts';
import { endpointStatesOf } from '../endpoints/endpoint-state-store.ts';
import {
  deleteEndpoint,
  type EndpointChanges,
  endpointsOf,
  findEndpoint,
  updateEndpoint,
} from '../endpoints/endpoint-store.ts';
import { endpointUrl, publicPageUrl } from '../endpoints/endpoint-url.ts';
import { noteRepaired } from '../endpoints/repaired-endpoint.ts';
import { spreadsheetId } from '../endpoints/spreadsheet-id.ts';
import { changeTags, tagsOfEndpoints } from '../endpoints/tag-store.ts';
import { ServiceError } from '../errors/errors.ts';
import { allSources } from '../sources/all-sources.ts';
import {
  type Command,
  type CommandInput,
  flagOption,
  listOption,
  nameOption,
  namesOption,
  oneOf,
  onlyArgument,
  optionalArgument,
  readText,
  textOption,
} from './command.ts';
import { explainingChoice, linkedRecordsOption } from './endpoint-create-command.ts';
import { formatNames, optionRows } from './options.ts';
import { deletedOf } from './restore-commands.ts';

export const endpointSet: Command = {
  usage: 'endpoint set ID',
  does: 'Changes an endpoint: token, enabled custom parameters, default format, name, description, public page, fields, tags, linked records.',
  options: optionRows(
    'token',
    'no-token',
    'allow',
    'disallow',
    'allow-spreadsheet',
    'disallow-spreadsheet',
    'type',
    'name',
    'description',
    'public',
    'fields',
    'all-columns',
    'tag',
    'untag',
    'linked-records',
  ),
  run: async (context, input) => {
    const endpoint = await requireEndpoint(context, onlyArgument(input, 'ID'));
    const type = oneOf(formatNames, textOption(input, 'type'), '--type');
    const name = nameOption(input);
    const fields = input.options['all-columns'] === true ? null : namesOption(input, 'fields');
    const description = readText(input, 'description', typedLines(2_000));
    const isPublic = flagOption(input, 'public');
    const tokenDigest = newTokenDigest(endpoint, input);
    const linkedRecords = linkedRecordsOption(input);
    if (linkedRecords !== undefined && !allSources[endpoint.source].hasLinkedRecords)
      throw new Error('--linked-records is for tables of Airtable and Notion: others have none.');
    const changes = {
      ...(type !== undefined && { type }),
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      ...(isPublic !== undefined && { isPublic }),
      ...(tokenDigest !== undefined && { tokenDigest }),
      ...(linkedRecords !== undefined && { linkedRecords }),
      customParameters: changedList(
        endpoint.customParameters,
        parameterNames(input, 'allow'),
        parameterNames(input, 'disallow'),
      ),
      allowedSpreadsheets: changedList(
        endpoint.allowedSpreadsheets,
        spreadsheetIds(input, 'allow-spreadsheet'),
        spreadsheetIds(input, 'disallow-spreadsheet'),
      ),
    };
    // Last, because it asks the source: every other option is right by then, and all change at once.
    const fieldChanges = fields === undefined ? {} : await changedFields(context, endpoint, fields);
    await updateEndpoint(context.database.db, endpoint.id, { ...changes, ...fieldChanges });
    await changeTags(context.database.db, [endpoint], {
      add: tagOptions(input, 'tag'),
      remove: tagOptions(input, 'untag'),
    });
    if (fields !== undefined) await noteRepaired(context, endpoint.id);
    return shown(context, await requireEndpoint(context, endpoint.id));
  },
};

export const endpointShow: Command = {
  usage: 'endpoint show ID',
  does: 'Shows an endpoint with its state: what its requests get, since when, and what to do.',
  options: {},
  run: async (context, input) => shown(context, await requireEndpoint(context, onlyArgument(input, 'ID'))),
};

export const endpointList: Command = {
  usage: 'endpoint list [EMAIL]',
  does: 'Lists the endpoints of an account; without an address those of the local account, which `publish` without --owner makes.',
  options: optionRows('deleted'),
  run: async (context, input) => {
    const email = optionalArgument(input, 'EMAIL');
    const account =
      email === undefined ? await findLocalAccount(context) : await requireAccount(context, email);
    if (input.options['deleted'] === true)
      return { deleted: account ? await deletedOf(context, account.id, 'endpoint') : [] };
    const endpoints = account ? await endpointsOf(context.database.db, account.id) : [];
    return { endpoints: account ? await described(context, account, endpoints) : [] };
  },
};

export const endpointDelete: Command = {
  usage: 'endpoint delete ID',
  does: 'Deletes an endpoint with its proxies, schedules and uploaded file; `endpoint restore` brings all of it back for seven days.',
  options: {},
  run: async (context, input) => {
    const { id, accountId } = await requireEndpoint(context, onlyArgument(input, 'ID'));
    const deleted = await deleteEndpoint(context.database, id, context.now());
    await boundBin(context, await requireAccountById(context, accountId));
    return { id, deleted };
  },
};

export async function requireEndpoint(context: AppContext, id: string): Promise<Endpoint> {
  const endpoint = await findEndpoint(context.database.db, id);
  if (!endpoint) throw new Error(`There is no endpoint ${id}. List them with: endpoint list [EMAIL]`);
  return endpoint;
}

/** Says which of the names is wrong. */
async function changedFields(
  context: AppContext,
  endpoint: Endpoint,
  fields: readonly string[] | null,
): Promise<EndpointChanges> {
  const connecting = await openConnectionContext(context);
  if (endpoint.connectionId !== null)
    return explainingChoice(() => changeFields(connecting, endpoint, fields));
  try {
    return await changeFields(connecting, endpoint, fields);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.key !== 'structureChanged') throw error;
    throw new Error(`--fields names what the source does not have. ${error.data}`);
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
  throw new Error('--token takes visible ASCII characters without spaces.');
}

function changedList<T>(old: readonly T[], added: readonly T[], removed: readonly T[]): T[] {
  return [...new Set([...old, ...added]).difference(new Set(removed))];
}

function parameterNames(input: CommandInput, option: string): CustomParameter[] {
  return listOption(input, option).flatMap((name) => oneOf(customParameters, name, `--${option}`) ?? []);
}

function tagOptions(input: CommandInput, option: string): string[] {
  return listOption(input, option).map((text) => {
    const { data, error } = tagText.safeParse(text);
    if (data === undefined) throw new Error(`--${option}: ${error.issues[0]?.message ?? ''}`);
    return data;
  });
}

function spreadsheetIds(input: CommandInput, option: string): string[] {
  return listOption(input, option).map(spreadsheetId);
}

export async function shown(context: AppContext, endpoint: Endpoint) {
  const account = await requireAccountById(context, endpoint.accountId);
  const [found] = await described(context, account, [endpoint]);
  return { ...found };
}

async function described(context: AppContext, account: Account, endpoints: readonly Endpoint[]) {
  const tags = await tagsOfEndpoints(
    context.database.db,
    endpoints.map(({ id }) => id),
  );
  const states = await endpointStatesOf(
    context,
    account,
    endpoints.map(({ id }) => id),
  );
  return endpoints.map((endpoint) => {
    const { state, problem } = states.get(endpoint.id) ?? workingState;
    const told = problem && {
      problem: `${problem.title}. ${problem.reason}`,
      ...(problem.since !== null && { since: new Date(problem.since).toISOString() }),
      ...(problem.details !== null && { details: problem.details }),
    };
    const own = tags.get(endpoint.id);
    return { ...describe(context, endpoint), ...(own && { tags: own }), state, ...told };
  });
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
    ...(endpoint.description !== '' && { description: endpoint.description }),
    protected: endpoint.tokenDigest !== null,
    ...(endpoint.isPublic && { publicPage: publicPageUrl(context, id) }),
    customParameters: endpoint.customParameters,
    ...(endpoint.connectionId !== null && { connection: endpoint.connectionId }),
    ...(allSources[source].hasLinkedRecords && { linkedRecords: endpoint.linkedRecords }),
    ...(endpoint.allowedSpreadsheets.length > 0 && { allowedSpreadsheets: endpoint.allowedSpreadsheets }),
    createdAt: new Date(endpoint.createdAt).toISOString(),
  };
}
