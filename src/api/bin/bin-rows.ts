/** The bin: what was deleted in the last seven days, its way back and its end. */
import { z } from 'zod';
import { moment, page, type Routes } from '../route.ts';

const kind = z.enum(['endpoint', 'proxy', 'schedule', 'connection']);
/** Of what was deleted; a proxy is named by its digest. */
const deletedId = z.string().regex(/^(?:[0-9A-Za-z]{22}|[0-9a-f]{64})$/);
const params = z.object({ id: deletedId });

const deleted = z.object({
  id: deletedId,
  kind,
  name: z.string(),
  deletedAt: moment,
  /** When it is removed for good. */
  endsAt: moment,
});

export const binRows = {
  'GET /api/bin': {
    caller: 'signed in',
    query: z.object({ kind: kind.optional(), page }),
    answer: z.object({ deleted: z.array(deleted), total: z.number(), pageSize: z.number() }),
  },
  /** As it was; refused with the reason when there is no room for it. */
  'POST /api/bin/:id/restore': {
    caller: 'signed in',
    params,
    answer: z.object({ id: deletedId, kind, name: z.string(), note: z.string().nullable() }),
  },
  /** For good, without a way back. */
  'DELETE /api/bin/:id': {
    caller: 'signed in',
    whenBlocked: 'allowed',
    params,
    answer: z.object({ id: deletedId }),
  },
} as const satisfies Routes;
