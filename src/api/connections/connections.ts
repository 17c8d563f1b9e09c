/** The platforms; the list of connections, one of them with the endpoints that use it, its check and its end. */

import { checkConnection } from '../../connections/check-connection.ts';
import { endConnection } from '../../connections/connect.ts';
import type { Connection } from '../../connections/connection.ts';
import {
  connectionsPage,
  countUses,
  endpointsUsing,
  type UsedConnection,
} from '../../connections/connection-list-store.ts';
import { nameConnection } from '../../connections/connection-store.ts';
import { connectionTitle } from '../../connections/connection-title.ts';
import { joinConnections } from '../../connections/join-connections.ts';
import { choiceOfPlatform, platformNames, platformOf } from '../../connections/platforms.ts';
import { twinCounter } from '../../connections/twin-store.ts';
import { workingState } from '../../endpoints/endpoint-state.ts';
import { endpointStatesOf } from '../../endpoints/endpoint-state-store.ts';
import { endpointUrl } from '../../endpoints/endpoint-url.ts';
import { type Answer, type Handlers, isoMoment, optionalMoment, pageSize } from '../api.ts';
import { describedState } from '../endpoints/described-state.ts';
import { ownConnection } from '../own-objects.ts';

export const connectionHandlers = {
  'GET /api/platforms': async ({ context: { config } }) => ({
    platforms: platformNames.map((id) => {
      const { name, oauth, token } = platformOf(id);
      return {
        id,
        name,
        hasOauth: oauth !== undefined && oauth.client(config).id !== '',
        token: token === undefined ? null : { steps: [...token.steps], address: token.address },
        steps: choiceOfPlatform(id).steps.map(({ part, label, isOptional, paste }) => ({
          part,
          label,
          isOptional,
          paste,
        })),
      };
    }),
  }),
  'GET /api/connections': async ({ context, account, query }) => {
    const wanted = { ...query, pageSize };
    const { rows, total } = await connectionsPage(context.database.db, account.id, wanted);
    const twins = await twinCounter(context.database.db, account.id);
    return { connections: rows.map((row) => describedConnection(row, twins)), total, pageSize };
  },
  'GET /api/connections/:id': async ({ context, account, params, query }) => {
    const connection = await ownConnection(context, account, params);
    const wanted = { ...query, pageSize };
    const { rows, total } = await endpointsUsing(context.database.db, connection, wanted);
    const ids = rows.map((row) => row.id);
    const states = await endpointStatesOf(context, account, ids);
    return {
      ...describedConnection(
        { connection, endpointCount: total },
        await twinCounter(context.database.db, account.id),
      ),
      endpoints: rows.map(({ id, name }) => ({
        id,
        name,
        url: endpointUrl(context, id),
        ...describedState(states.get(id) ?? workingState),
      })),
      pageSize,
    };
  },
  'POST /api/connections/:id/check': async ({ context, account, params, signal }) => {
    const connection = await ownConnection(context, account, params);
    if (connection.state !== 'disconnected') await checkConnection(context, connection, signal);
    return describedConnection(
      {
        connection: await ownConnection(context, account, params),
        endpointCount: await countUses(context.database.db, connection),
      },
      await twinCounter(context.database.db, account.id),
    );
  },
  'PATCH /api/connections/:id': async ({ context, account, params, body }) => {
    const { id } = await ownConnection(context, account, params);
    const name = body.name === '' ? null : body.name;
    await nameConnection(context.database.db, id, name);
    return { id, name };
  },
  'POST /api/connections/:id/join': async ({ context, account, params }) => {
    const connection = await ownConnection(context, account, params);
    return { id: connection.id, ...(await joinConnections(context, connection)) };
  },
  'DELETE /api/connections/:id': async ({ context, account, params }) => {
    const connection = await ownConnection(context, account, params);
    const stoppedEndpoints = await countUses(context.database.db, connection);
    await endConnection(context, connection.id);
    return { id: connection.id, stoppedEndpoints };
  },
} satisfies Partial<Handlers>;

function describedConnection(
  { connection, endpointCount }: UsedConnection,
  twinsOf: (connection: Connection) => number,
): Answer<'POST /api/connections/:id/check'> {
  const { id, platform, account, name, problem, checkedAt, createdAt } = connection;
  return {
    id,
    platform,
    platformName: platformOf(platform).name,
    account,
    name,
    title: connectionTitle(connection),
    twins: twinsOf(connection),
    state: stateOf(connection),
    reason: problem,
    checkedAt: optionalMoment(checkedAt),
    endpointCount,
    createdAt: isoMoment(createdAt),
  };
}

/** A token that cannot be renewed is asked for again at every hit: it has stopped as well. */
function stateOf({ state, problem }: Connection): Answer<'POST /api/connections/:id/check'>['state'] {
  if (state === 'disconnected') return state;
  return state === 'revoked' || problem !== null ? 'stopped' : 'working';
}
