/** What belongs to an endpoint: the fields of its source, and what uses it. */
import { countProxies } from '../endpoints/proxy-store.ts';
import { sourceFields } from '../endpoints/source-fields.ts';
import { ServiceError } from '../errors.ts';
import { ChoiceError } from '../sources/source.ts';
import type { Handler } from './api.ts';
import { schedulesOfEndpoint } from './endpoint-uses-store.ts';
import { ownEndpoint } from './own-endpoint.ts';

const mostFields = 5_000;
const namedSchedules = 10;

export const listFields: Handler<'GET /api/endpoints/:id/fields'> = async ({ context, account, params }) => {
  const endpoint = await ownEndpoint(context, account, params);
  try {
    const fields = await sourceFields(context, endpoint);
    return { fields: fields.slice(0, mostFields).map(({ name, type }) => ({ name, type })) };
  } catch (error) {
    if (!(error instanceof ChoiceError)) throw error;
    throw new ServiceError('inputInvalid', { data: `The ${error.part} of the endpoint ${error.message}` });
  }
};

export const listUses: Handler<'GET /api/endpoints/:id/uses'> = async ({ context, account, params }) => {
  const { id } = await ownEndpoint(context, account, params);
  const { db } = context.database;
  const { total, names } = await schedulesOfEndpoint(db, id, namedSchedules);
  return { proxies: await countProxies(db, id), schedules: total, scheduleNames: names };
};
