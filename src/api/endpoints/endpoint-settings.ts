/** One endpoint: what it is, the fields of its source, what uses it, its changes, its end. */
import { endpointTokenDigest, strongToken } from '../../access/bearer.ts';
import type { Account } from '../../accounts/account.ts';
import type { AppContext } from '../../app-context.ts';
import { boundBin } from '../../bin/remove-deleted.ts';
import { changeFields } from '../../endpoints/change-fields.ts';
import type { Endpoint } from '../../endpoints/endpoint.ts';
import { endpointStateOf } from '../../endpoints/endpoint-state-store.ts';
import { deleteEndpoint, type EndpointChanges, updateEndpoint } from '../../endpoints/endpoint-store.ts';
import { endpointUrl, publicPageUrl } from '../../endpoints/endpoint-url.ts';
import { schedulesOfEndpoint } from '../../endpoints/endpoint-uses-store.ts';
import { countProxies } from '../../endpoints/proxy-store.ts';
import { noteRepaired } from '../../endpoints/repaired-endpoint.ts';
import { sourceFields } from '../../endpoints/source-fields.ts';
import { spreadsheetId } from '../../endpoints/spreadsheet-id.ts';
import { setTags, tagsOfEndpoints } from '../../endpoints/tag-store.ts';
import { inputRefused } from '../../errors/refused-error.ts';
import { type FormatName, isFormatName } from '../../formats/all-formats.ts';
import { allSources } from '../../sources/all-sources.ts';
import { totalsOfEndpoint } from '../../usage/usage-store.ts';
import { type Answer, type Call, type Handlers, isoMoment, optionalMoment } from '../api.ts';
import { explainingChoice } from '../choices/explained-choice.ts';
import { ownEndpoint } from '../own-objects.ts';
import { describedState } from './described-state.ts';

const maxFields = 5_000;
const namedSchedules = 10;

export const endpointHandlers = {
  'GET /api/endpoints/:id': async ({ context, account, params }) =>
    described(context, account, await ownEndpoint(context, account, params)),
  /** All of it or nothing. */
  'PATCH /api/endpoints/:id': async (call) => {
    const { context, account, params } = call;
    const endpoint = await ownEndpoint(context, account, params);
    const changes = await changesOf(call, endpoint);
    await updateEndpoint(context.database.db, endpoint.id, changes);
    if (call.body.tags) await setTags(context.database.db, endpoint, call.body.tags);
    if (changes.fields !== undefined) await noteRepaired(context, endpoint.id);
    return described(context, account, await ownEndpoint(context, account, params));
  },
  'POST /api/endpoints/:id/token': async ({ context, account, params }) => {
    const { id } = await ownEndpoint(context, account, params);
    const token = strongToken();
    await updateEndpoint(context.database.db, id, { tokenDigest: endpointTokenDigest(id, token) });
    return { token };
  },
  'DELETE /api/endpoints/:id': async ({ context, account, params }) => {
    const { id } = await ownEndpoint(context, account, params);
    await deleteEndpoint(context.database, id, context.now());
    await boundBin(context, account);
    return { id };
  },
  'GET /api/endpoints/:id/fields': async ({ context, account, params }) => {
    const endpoint = await ownEndpoint(context, account, params);
    const fields = await explainingChoice(() => sourceFields(context, endpoint));
    return { fields: fields.slice(0, maxFields).map(({ name, type }) => ({ name, type })) };
  },
  'GET /api/endpoints/:id/uses': async ({ context, account, params }) => {
    const { id } = await ownEndpoint(context, account, params);
    const { db } = context.database;
    const { total, names } = await schedulesOfEndpoint(db, id, namedSchedules);
    return { proxies: await countProxies(db, id), schedules: total, scheduleNames: names };
  },
} satisfies Partial<Handlers>;

async function changesOf(
  { context, body }: Call<'PATCH /api/endpoints/:id'>,
  endpoint: Endpoint,
): Promise<EndpointChanges> {
  const isPausedNow = endpoint.pausedAt !== null;
  const { name, description, type, fields, token, customParameters, allowedSpreadsheets } = body;
  const { isPublic, isPaused = isPausedNow, linkedRecords } = body;
  if (linkedRecords !== undefined && !allSources[endpoint.source].hasLinkedRecords)
    throw inputRefused('This source has no linked records.', 'linkedRecords');
  return {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(type !== undefined && { type: requireFormat(type) }),
    ...(token !== undefined && { tokenDigest: token && endpointTokenDigest(endpoint.id, token) }),
    ...(customParameters && { customParameters }),
    ...(allowedSpreadsheets && { allowedSpreadsheets: spreadsheetIds(allowedSpreadsheets) }),
    ...(isPublic !== undefined && { isPublic }),
    ...(isPaused !== isPausedNow && { pausedAt: isPaused ? context.now() : null }),
    ...(linkedRecords !== undefined && { linkedRecords }),
    // Last, because it asks the source.
    ...(fields !== undefined && (await explainingChoice(() => changeFields(context, endpoint, fields)))),
  };
}

function spreadsheetIds(given: readonly string[]): string[] {
  const ids = given.map(spreadsheetId);
  const wrong = ids.find((each) => !/^[\w-]{5,200}$/.test(each));
  if (wrong === undefined) return [...new Set(ids)];
  throw inputRefused(
    `${JSON.stringify(wrong)} is neither the id nor the address of a Google spreadsheet.`,
    'allowedSpreadsheets',
  );
}

export function requireFormat(type: string): FormatName {
  if (isFormatName(type)) return type;
  throw inputRefused(`there is no format ${type}.`, 'type');
}

export async function described(
  context: AppContext,
  account: Account,
  endpoint: Endpoint,
): Promise<Answer<'GET /api/endpoints/:id'>> {
  const { id, connectionId } = endpoint;
  const { lastHitAt, hitsThisCycle } = await totalsOfEndpoint(context, id);
  return {
    id,
    name: endpoint.name,
    url: endpointUrl(context, id),
    type: endpoint.type,
    source: endpoint.source,
    sourceLabel: allSources[endpoint.source].label,
    description: endpoint.description,
    fields: endpoint.fields && [...endpoint.fields],
    isProtected: endpoint.tokenDigest !== null,
    customParameters: [...endpoint.customParameters],
    allowedSpreadsheets: [...endpoint.allowedSpreadsheets],
    linkedRecords: allSources[endpoint.source].hasLinkedRecords ? endpoint.linkedRecords : null,
    connectionId,
    ...describedState(await endpointStateOf(context, account, id)),
    isPublic: endpoint.isPublic,
    isPaused: endpoint.pausedAt !== null,
    publicUrl: publicPageUrl(context, id),
    createdAt: isoMoment(endpoint.createdAt),
    lastHitAt: optionalMoment(lastHitAt),
    hitsThisCycle,
    tags: [...((await tagsOfEndpoints(context.database.db, [id])).get(id) ?? [])],
  };
}
