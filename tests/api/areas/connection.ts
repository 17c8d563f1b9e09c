/** Connections and consents: one of each, which no platform knows. */
import { insertConnection } from '../../../src/connections/connection-store.ts';
import { insertConsent } from '../../../src/connections/consent-store.ts';
import type { TestService } from '../../support/service.ts';
import type { Area } from './area.ts';

const connection = 'c'.repeat(22);
const consent = 'd'.repeat(64);

export const connectionArea: Area = {
  bodies: {
    'PATCH /api/connections/:id': { name: 'Renamed' },
    'POST /api/connections': { platform: 'airtable', token: 'pat' },
    'POST /api/connections/check-token': { platform: 'airtable', token: 'pat' },
    'POST /api/connections/consents': { platform: 'airtable' },
    'PUT /api/connections/:id/token': { token: 'pat' },
  },
  makeObjects: async (service, owner) => {
    await addObjects(service, owner);
    return { '/api/connections/': connection, '/api/connections/consents/': consent };
  },
};

async function addObjects({ database: { db } }: TestService, owner: string): Promise<void> {
  const account = await db
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', owner)
    .executeTakeFirstOrThrow();
  await insertConnection(db, {
    id: connection,
    accountId: account.id,
    platform: 'airtable',
    state: 'disconnected',
    secret: null,
    expiresAt: null,
    version: 0,
    createdAt: Date.now(),
    account: 'ann at Airtable',
    name: null,
    checkedAt: null,
    problem: null,
  });
  await insertConsent(db, {
    digest: consent,
    account_id: account.id,
    platform: 'airtable',
    connection_id: null,
    verifier: '',
    ends_at: Date.now() + 60_000,
    needs_session: 1,
  });
}
