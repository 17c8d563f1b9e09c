/** Where the account is signed in: the list, and the end of one or of all others. */

import { endOtherSessions, endSession, sessionsOf } from '../../accounts/sign-in/session-store.ts';
import { ServiceError } from '../../errors/errors.ts';
import type { Handlers } from '../api.ts';

const longestUserAgent = 300;

export const sessionHandlers = {
  'GET /api/account/sessions': async ({ context, account }) => {
    const rows = await sessionsOf(context.database.db, account.id, context.now());
    return {
      sessions: rows.map((row) => ({
        id: row.id,
        userAgent: (row.user_agent ?? '').slice(0, longestUserAgent),
        address: row.ip_address ?? '',
        createdAt: row.created_at,
        lastSeenAt: row.updated_at,
        isCurrent: row.id === account.sessionId,
      })),
    };
  },
  'DELETE /api/account/sessions/:id': async ({ context, account, params }) => {
    if (!(await endSession(context.database.db, account.id, params.id))) throw new ServiceError('notFound');
    return params;
  },
  'DELETE /api/account/sessions': async ({ context, account }) => ({
    ended: await endOtherSessions(context.database.db, account.id, account.sessionId),
  }),
} satisfies Partial<Handlers>;
