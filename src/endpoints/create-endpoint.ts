/**
 * From a table on a platform to an endpoint (1.8, 4.5): the platform is asked whether the choice exists, and its
 * fields are remembered, so that later changes are noticed (409 of section 7).
 */
import type { Connection } from '../connections/connection.ts';
import type { ConnectionContext } from '../connections/connection-context.ts';
import { platformCaller } from '../connections/platform-caller.ts';
import type { PlatformName } from '../connections/platforms.ts';
import type { FormatName } from '../formats/all-formats.ts';
import { randomId } from '../random-id.ts';
import { allSources, type SourceName } from '../sources/all-sources.ts';
import type { Chosen, Source } from '../sources/source.ts';
import type { Endpoint } from './endpoint.ts';
import { insertEndpoint } from './endpoint-store.ts';

export const sourceOfPlatform = {
  airtable: 'airtable',
  notion: 'notion',
  google: 'google_sheets',
} as const satisfies Record<PlatformName, SourceName>;

export interface EndpointWanted {
  readonly connection: Connection;
  /** What the source calls its parts: base, table, view; database; spreadsheet, sheet. */
  readonly choice: Readonly<Record<string, string | undefined>>;
  readonly fields: readonly string[] | null;
  /** Undefined: named after the table. */
  readonly name: string | undefined;
  readonly type: FormatName;
}

/** Throws a ChoiceError for what does not exist. */
export async function createEndpoint(
  context: ConnectionContext,
  { connection, choice, fields, name, type }: EndpointWanted,
): Promise<Endpoint> {
  const source = sourceOfPlatform[connection.platform];
  const chosen = await chooseFrom(context, source, connection.id, choice, fields);
  const endpoint: Endpoint = {
    id: randomId(),
    accountId: connection.accountId,
    name: name ?? chosen.name,
    type,
    source,
    sourceSettings: chosen.settings,
    connectionId: connection.id,
    fields: chosen.fields,
    tokenDigest: null,
    customParameters: [],
    allowedSpreadsheets: [],
    createdAt: context.now(),
  };
  await insertEndpoint(context.database.db, endpoint);
  return endpoint;
}

export async function chooseFrom(
  context: ConnectionContext,
  source: SourceName,
  connectionId: string,
  choice: EndpointWanted['choice'],
  fields: readonly string[] | null,
): Promise<Chosen> {
  const { signal } = new AbortController();
  const call = platformCaller(context, { connectionId, signal });
  const { choose }: Source = allSources[source];
  if (!choose) throw new TypeError(`the source ${source} has nothing to choose from`);
  return choose({ choice, fields, call });
}
