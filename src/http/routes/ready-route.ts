/**
 * GET /ready, for load balancers: whether this process should get requests. It should not while it stops, and while
 * its database does not answer. The health check GET / says only that the process runs (contract 4.1).
 */
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../storage/database/database.ts';
import { databaseCheck } from '../../storage/reachable.ts';
import { retryAfterSeconds } from '../../storage/state-failure.ts';
import { commonHeaders } from '../responses.ts';

export const readyPath = '/ready';

export function readyRoute(app: FastifyInstance, database: Database, isStopping: () => boolean): void {
  const isReachable = databaseCheck(database);
  const missing = async (): Promise<string | undefined> => {
    if (isStopping()) return 'The service is stopping.';
    if (!(await isReachable())) return 'The database does not answer.';
    return isStopping() ? 'The service is stopping.' : undefined;
  };
  app.get(readyPath, async (_request, reply) => {
    const reason = await missing();
    reply.headers(commonHeaders);
    if (reason === undefined) return { status: 'ready' };
    reply.status(503).header('retry-after', String(retryAfterSeconds));
    return { status: 'not ready', reason };
  });
}
