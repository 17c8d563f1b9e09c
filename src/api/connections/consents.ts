/** Consents by OAuth that are begun in the dashboard, and what became of them (contract 5.5.2). */
import { beginConsent } from '../../connections/consent.ts';
import { findConsent, type KeptConsent } from '../../connections/consent-store.ts';
import { ServiceError } from '../../errors/errors.ts';
import type { Answer, Handlers } from '../api.ts';
import { ownConnection } from '../own-objects.ts';

export const consentHandlers = {
  'POST /api/connections/consents': async ({ context, account, body }) => {
    const { platform, connectionId = null } = body;
    if (connectionId !== null) {
      const connection = await ownConnection(context, account, { id: connectionId });
      if (connection.platform !== platform) throw new ServiceError('notFound');
    }
    return beginConsent(context, { accountId: account.id, platform, connectionId, needsSession: true });
  },
  'GET /api/connections/consents/:id': async ({ context, account, params }) => {
    const consent = await findConsent(context.database.db, params.id);
    if (consent?.account_id !== account.id) throw new ServiceError('notFound');
    const state = stateOf(consent, context.now());
    return {
      state,
      connectionId: state === 'done' ? consent.connection_id : null,
      reason: consent.problem,
    };
  },
} satisfies Partial<Handlers>;

type ConsentAnswer = Answer<'GET /api/connections/consents/:id'>;

function stateOf({ outcome, ends_at }: KeptConsent, now: number): ConsentAnswer['state'] {
  if (outcome === 'done' || outcome === 'refused') return outcome;
  return ends_at < now ? 'over' : 'pending';
}
