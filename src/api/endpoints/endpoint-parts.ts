/** What belongs to an endpoint: the fields of its source, and what uses it. */

import { schedulesOfEndpoint } from '../../endpoints/endpoint-uses-store.ts';
import { countProxies } from '../../endpoints/proxy-store.ts';
import { sourceFields } from '../../endpoints/source-fields.ts';
import type { Handler } from '../api.ts';
import { explainingChoice } from '../choices/explained-choice.ts';
import { ownEndpoint } from './own-endpoint.ts';

const maxFields = 5_000;
const namedSchedules = 10;

export const listFields: Handler<'GET /api/endpoints/:id/fields'> = async ({ context, account, params }) => {
  const endpoint = await ownEndpoint(context, account, params);
  const fields = await explainingChoice(() => sourceFields(context, endpoint));
  return { fields: fields.slice(0, maxFields).map(({ name, type }) => ({ name, type })) };
};

export const listUses: Handler<'GET /api/endpoints/:id/uses'> = async ({ context, account, params }) => {
  const { id } = await ownEndpoint(context, account, params);
  const { db } = context.database;
  const { total, names } = await schedulesOfEndpoint(db, id, namedSchedules);
  return { proxies: await countProxies(db, id), schedules: total, scheduleNames: names };
};
