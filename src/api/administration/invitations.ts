/** Invitations that an administrator makes, sees and takes back. */

import { openInvitations, revokeInvitation } from '../../accounts/sign-in/invitation-store.ts';
import { invite } from '../../accounts/sign-in/invite.ts';
import { ServiceError } from '../../errors/errors.ts';
import { type Handler, isoMoment } from '../api.ts';

const pageSize = 50;

export const listInvitations: Handler<'GET /api/administrator/invitations'> = async ({ context, query }) => {
  const wanted = { page: query.page, pageSize };
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
};

export const makeInvitation: Handler<'POST /api/administrator/invitations'> = async (call) => {
  const { context, account, body } = call;
  const { email, url, endsAt, isMailed } = await invite(context, account.email, body.email);
  context.log.info({ administrator: account.id, isMailed }, 'an administrator invited somebody');
  return { email, url, endsAt: isoMoment(endsAt), isMailed };
};

export const takeBackInvitation: Handler<'DELETE /api/administrator/invitations/:id'> = async (call) => {
  const { context, account, params } = call;
  if ((await revokeInvitation(context.database.db, params.id)) === undefined)
    throw new ServiceError('notFound');
  context.log.info({ administrator: account.id }, 'an administrator revoked an invitation');
  return { id: params.id };
};
