/** Invitations that an administrator makes, sees and takes back. */

import { openInvitations, revokeInvitation } from '../../accounts/sign-in/invitation-store.ts';
import { invite } from '../../accounts/sign-in/invite.ts';
import { ServiceError } from '../../errors/errors.ts';
import { type Handlers, isoMoment, pageSize } from '../api.ts';

export const invitationHandlers = {
  'GET /api/administrator/invitations': async ({ context, query }) => {
    const wanted = { ...query, pageSize };
    const { rows, total } = await openInvitations(context.database.db, context.now(), wanted);
    return {
      invitations: rows.map(({ digest, email, created_at, ends_at }) => ({
        id: digest,
        email,
        createdAt: isoMoment(created_at),
        endsAt: isoMoment(ends_at),
      })),
      total,
      pageSize,
    };
  },
  'POST /api/administrator/invitations': async ({ context, account, body }) => {
    const { email, url, endsAt, isMailed } = await invite(context, account.email, body.email);
    context.log.info({ administrator: account.id, isMailed }, 'an administrator invited somebody');
    return { email, url, endsAt: isoMoment(endsAt), isMailed };
  },
  'DELETE /api/administrator/invitations/:id': async ({ context, account, params }) => {
    if ((await revokeInvitation(context.database.db, params.id)) === undefined)
      throw new ServiceError('notFound');
    context.log.info({ administrator: account.id }, 'an administrator revoked an invitation');
    return { id: params.id };
  },
} satisfies Partial<Handlers>;
