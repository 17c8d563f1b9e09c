/** `GET /api/account/export`: everything that the account has here, as a file that is made while it is sent. */

import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { dayOf } from '../../base/utc-day.ts';
import { accountArchive } from '../../closing/account-archive.ts';
import type { ExportContext } from '../../export/export-context.ts';
import type { Callers } from '../caller.ts';

export const archivePath = '/api/account/export';

export function accountArchiveRoute(
  app: FastifyInstance,
  context: ExportContext,
  requireCaller: Callers,
): void {
  app.get(archivePath, async (request, reply) => {
    const account = await requireCaller(request, { caller: 'signed in' });
    const archive = accountArchive(context, account);
    reply.raw.once('close', () => archive[Symbol.dispose]());
    const day = dayOf(context.now());
    reply.headers({
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="tablecast-${day}.zip"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    return reply.send(Readable.from(archive.pieces, { objectMode: false }));
  });
}
