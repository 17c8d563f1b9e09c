/** One endpoint: what it is, its changes, its end. */
import { endpointTokenDigest } from '../access/bearer.ts';
import type { AppContext } from '../app-context.ts';
import { changeFields } from '../endpoints/change-fields.ts';
import type { Endpoint } from '../endpoints/endpoint.ts';
import { deleteEndpoint, updateEndpoint } from '../endpoints/endpoint-store.ts';
import { endpointUrl } from '../endpoints/endpoint-url.ts';
import { ServiceError } from '../errors.ts';
import { type FormatName, isFormatName } from '../formats/all-formats.ts';
import { type Answer, type Handler, isoMoment } from './api.ts';
import { ownEndpoint } from './own-endpoint.ts';

export const showEndpoint: Handler<'GET /api/endpoints/:id'> = async ({ context, account, params }) =>
  described(context, await ownEndpoint(context, account, params));

/** All of it or nothing. */
export const changeEndpoint: Handler<'PATCH /api/endpoints/:id'> = async (call) => {
  const { context, account, params, body } = call;
  const endpoint = await ownEndpoint(context, account, params);
  const { name, type, fields, token, customParameters, allowedSpreadsheets } = body;
  const changes = {
    ...(name !== undefined && { name }),
    ...(type !== undefined && { type: requireFormat(type) }),
    ...(token !== undefined && { tokenDigest: token && endpointTokenDigest(endpoint.id, token) }),
    ...(customParameters && { customParameters }),
    ...(allowedSpreadsheets && { allowedSpreadsheets }),
    ...(fields !== undefined && (await changeFields(context, endpoint, fields))),
  };
  await updateEndpoint(context.database.db, endpoint.id, changes);
  return described(context, await ownEndpoint(context, account, params));
};

export function requireFormat(type: string): FormatName {
  if (isFormatName(type)) return type;
  throw new ServiceError('inputInvalid', { data: `type: there is no format ${type}.` });
}

export const removeEndpoint: Handler<'DELETE /api/endpoints/:id'> = async ({ context, account, params }) => {
  const { id } = await ownEndpoint(context, account, params);
  await deleteEndpoint(context.database.db, id, context.now());
  return { id };
};

export function described(context: AppContext, endpoint: Endpoint): Answer<'GET /api/endpoints/:id'> {
  return {
    id: endpoint.id,
    name: endpoint.name,
    url: endpointUrl(context, endpoint.id),
    type: endpoint.type,
    source: endpoint.source,
    fields: endpoint.fields && [...endpoint.fields],
    isProtected: endpoint.tokenDigest !== null,
    customParameters: [...endpoint.customParameters],
    allowedSpreadsheets: [...endpoint.allowedSpreadsheets],
    connectionId: endpoint.connectionId,
    createdAt: isoMoment(endpoint.createdAt),
  };
}
