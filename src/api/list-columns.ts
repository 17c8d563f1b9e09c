/** The columns of an endpoint, for who writes a statement. */
import { endpointColumns } from '../endpoints/endpoint-columns.ts';
import type { Handler } from './api.ts';
import { ownEndpoint } from './endpoints/own-endpoint.ts';

const shownColumns = 2_000;

export const listColumns: Handler<'GET /api/endpoints/:id/columns'> = async (call) => {
  const { context, account, params, query } = call;
  const endpoint = await ownEndpoint(context, account, params);
  const fields = query.all_fields === 'true' ? null : endpoint.fields;
  const columns = await endpointColumns(context, endpoint, fields);
  return {
    columns: columns.slice(0, shownColumns).map(({ name, type }) => ({ name, type })),
    total: columns.length,
  };
};
