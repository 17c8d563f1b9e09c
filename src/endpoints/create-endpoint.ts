/**
 * From a table on a platform to an endpoint (contract 4.5): the platform says whether the choice exists, and its fields
 * are remembered, so that later changes are noticed.
 */
import { cleanText } from '../base/clean-text.ts';
import { randomId } from '../base/random-id.ts';
import type { Connection } from '../connections/connection.ts';
import type { ConnectionContext } from '../connections/connection-context.ts';
import { platformCaller } from '../connections/platform-caller.ts';
import { choiceOfSource, sourceOfPlatform } from '../connections/platforms.ts';
import type { FormatName } from '../formats/all-formats.ts';
import { allSources, type SourceName } from '../sources/all-sources.ts';
import type { Choice, Chosen } from '../sources/source.ts';
import type { Endpoint, LinkedRecords } from './endpoint.ts';
import { requireEndpointRoom } from './quota.ts';
import { insertEndpointWithinRoom, readRoom } from './quota-store.ts';

interface EndpointWanted {
  readonly connection: Connection;
  readonly choice: Choice;
  readonly fields: readonly string[] | null;
  /** Undefined: named after the table. */
  readonly name: string | undefined;
  readonly type: FormatName;
  readonly linkedRecords: LinkedRecords;
}

/** Throws a ChoiceError for what does not exist, and a ServiceError when the plan allows no further one. */
export async function createEndpoint(
  context: ConnectionContext,
  wanted: EndpointWanted,
  signal?: AbortSignal,
): Promise<Endpoint> {
  const { config, database } = context;
  requireEndpointRoom(await readRoom(database.db, config, wanted.connection.accountId));
  const endpoint = await chosenEndpoint(context, randomId(), wanted, signal);
  await insertEndpointWithinRoom(database.db, config, endpoint);
  return endpoint;
}

/** An endpoint that is kept nowhere yet. */
export async function chosenEndpoint(
  context: ConnectionContext,
  id: string,
  { connection, choice, fields, name, type, linkedRecords }: EndpointWanted,
  signal?: AbortSignal,
): Promise<Endpoint> {
  const source = sourceOfPlatform(connection.platform);
  const chosen = await chooseFrom(context, source, connection.id, choice, fields, signal);
  return {
    id,
    accountId: connection.accountId,
    name: name ?? (cleanText(chosen.name, 200) || source),
    type,
    source,
    sourceSettings: chosen.settings,
    connectionId: connection.id,
    fields: chosen.fields,
    tokenDigest: null,
    customParameters: [],
    allowedSpreadsheets: [],
    description: '',
    isPublic: false,
    linkedRecords: allSources[source].hasLinkedRecords ? linkedRecords : 'json',
    pausedAt: null,
    createdAt: context.now(),
  };
}

const never = new AbortController().signal;

export async function chooseFrom(
  context: ConnectionContext,
  source: SourceName,
  connectionId: string,
  choice: Choice,
  fields: readonly string[] | null,
  signal = never,
): Promise<Chosen> {
  const call = platformCaller(context, { connectionId, signal });
  return choiceOfSource(source).choose({ choice, fields, call });
}
