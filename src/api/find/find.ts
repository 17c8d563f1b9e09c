/** Endpoints, views, schedules and connections whose name contains a text, a few of each. */
import { foldedText } from '../../base/folded-text.ts';
import { namedConnections } from '../../connections/connection-list-store.ts';
import { connectionTitle } from '../../connections/connection-title.ts';
import { endpointsPage } from '../../endpoints/endpoint-list-store.ts';
import { namedProxies } from '../../endpoints/proxy-store.ts';
import { jobNames } from '../../schedules/job-list-store.ts';
import type { Handlers } from '../api.ts';

const most = 8;

interface Named {
  readonly id: string;
  readonly name: string;
}

export const findHandlers = {
  'GET /api/find': async ({ context, account, query: { text } }) => {
    const { db } = context.database;
    const wanted = { search: text, sort: 'last hit', page: 1, pageSize: most, cycle: 0 } as const;
    const { rows } = await endpointsPage(db, account.id, wanted);
    const connections = (await namedConnections(db, account.id)).map((connection) => ({
      id: connection.id,
      name: connectionTitle(connection),
    }));
    return {
      endpoints: rows.map(({ id, name }) => ({ id, name })),
      views: await namedProxies(db, account.id, text, most),
      schedules: matching(await jobNames(db, account.id), text),
      connections: matching(connections, text),
    };
  },
} satisfies Partial<Handlers>;

function matching(named: readonly Named[], text: string): Named[] {
  const folded = foldedText(text.trim());
  return named.filter(({ name }) => foldedText(name).includes(folded)).slice(0, most);
}
