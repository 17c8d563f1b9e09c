/** The list of connections, one of them with the endpoints that use it, its check and its end. */
import { checkConnection } from '../../connections/check-connection.ts';
import { endConnection } from '../../connections/connect.ts';
import type { Connection } from '../../connections/connection.ts';
import {
  connectionsPage,
  endpointsUsing,
  type UsedConnection,
} from '../../connections/connection-list-store.ts';
import { platformOf } from '../../connections/platforms.ts';
import { endpointUrl } from '../../endpoints/endpoint-url.ts';
import type { ExportContext } from '../../export/export-context.ts';
import { type Answer, type Handler, isoMoment, optionalMoment } from '../api.ts';
import { ownConnection } from './own-connection.ts';

const pageSize = 50;

export const listConnections: Handler<'GET /api/connections'> = async ({ context, account, query }) => {
  const { platform, page } = query;
  const found = await connectionsPage(context.database.db, account.id, { platform, page, pageSize });
  return { connections: found.rows.map(describedConnection), total: found.total, pageSize };
};

export const showConnection: Handler<'GET /api/connections/:id'> = async (call) => {
  const { context, account, params, query } = call;
  const connection = await ownConnection(context, account, params);
  const { page } = query;
  const { endpoints, total } = await endpointsUsing(context.database.db, connection, { page, pageSize });
  return {
    ...describedConnection({ connection, endpointCount: total }),
    endpoints: endpoints.map(({ id, name }) => ({ id, name, url: endpointUrl(context, id) })),
    pageSize,
  };
};

export const checkAgain: Handler<'POST /api/connections/:id/check'> = async (call) => {
  const { context, account, params, signal } = call;
  const connection = await ownConnection(context, account, params);
  if (connection.state !== 'disconnected') await checkConnection(context, connection, signal);
  return describedConnection({
    connection: await ownConnection(context, account, params),
    endpointCount: await countUses(context, connection),
  });
};

export const disconnect: Handler<'DELETE /api/connections/:id'> = async (call) => {
  const { context, account, params } = call;
  const connection = await ownConnection(context, account, params);
  const stoppedEndpoints = await countUses(context, connection);
  await endConnection(context, connection.id);
  return { id: connection.id, stoppedEndpoints };
};

async function countUses({ database }: ExportContext, connection: Connection): Promise<number> {
  return (await endpointsUsing(database.db, connection, { page: 1, pageSize: 1 })).total;
}

function describedConnection({
  connection,
  endpointCount,
}: UsedConnection): Answer<'POST /api/connections/:id/check'> {
  const { id, platform, account, problem, checkedAt, createdAt } = connection;
  return {
    id,
    platform,
    platformName: platformOf(platform).name,
    account,
    state: stateOf(connection),
    reason: problem,
    checkedAt: optionalMoment(checkedAt),
    endpointCount,
    createdAt: isoMoment(createdAt),
  };
}

/** A token that cannot be renewed is asked for again at every hit: it has stopped as well. */
export function stateOf({ state, problem }: Connection): Answer<'POST /api/connections/:id/check'>['state'] {
  if (state === 'disconnected') return state;
  return state === 'revoked' || problem !== null ? 'stopped' : 'working';
}
