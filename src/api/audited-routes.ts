/**
 * What every route that changes something leaves in the audit log, or why it leaves nothing: a route without a row here
 * does not compile. No row repeats a token, a key, an address that is a key, or a statement; the id of an endpoint is
 * kept for the operator, and is not shown to administrators.
 */
import type { AuditAction } from '../audit/audit-actions.ts';
import type { Details, Target } from '../audit/audit-entry.ts';
import { connectionTitle } from '../connections/connection-title.ts';
import { proxyHint, proxyTitle } from '../endpoints/proxy-store.ts';
import {
  theAccount,
  theApiKey,
  theConnection,
  theDeleted,
  theEndpoint,
  theInvitation,
  theirAccount,
  theMail,
  theProxy,
  theSchedule,
} from './administration/audit-targets.ts';
import type { Answer, Call } from './api.ts';
import type { RouteName } from './contract.ts';

export type ChangingRoute = Exclude<RouteName, `GET ${string}`>;

export interface Recorded<Name extends ChangingRoute> {
  readonly action: AuditAction | ((call: Call<Name>) => readonly AuditAction[]);
  /** What it is done to, asked before it is done: it may be gone afterwards. */
  readonly on?: (call: Call<Name>) => Target | Promise<Target>;
  /** What it has made. */
  readonly made?: (answer: Answer<Name>, call: Call<Name>) => Target;
  /** That of the caller unless it says so; `nobody`: of no account. */
  readonly whose?: 'target' | 'nobody';
  readonly details?: (call: Call<Name>, answer: Answer<Name>) => Details;
}

/** Its entry is written in the transaction of the change, by the function that makes it. */
interface RecordedWithin {
  readonly within: readonly AuditAction[];
}

interface Unrecorded {
  readonly nothing: string;
}

type Row<Name extends ChangingRoute> = Recorded<Name> | RecordedWithin | Unrecorded;

const storesNothing: Unrecorded = { nothing: 'It stores nothing.' };
const ofDraft: Unrecorded = { nothing: 'It is about a draft, which no URL shows; its upload is recorded.' };
const changed = (body: object): Details => ({ changed: Object.keys(body).sort() });

export const auditedRoutes: { readonly [Name in ChangingRoute]: Row<Name> } = {
  'DELETE /api/account': { within: ['account.deleted'] },
  'PUT /api/account/mails': {
    action: 'account.changed',
    on: theAccount,
    details: ({ body }) => ({ ...body }),
  },
  'POST /api/account/restore': { within: ['account.restored'] },
  'POST /api/account/password': { action: 'account.password-set', on: theAccount },
  'DELETE /api/account/sessions': {
    action: 'account.sessions-ended',
    on: theAccount,
    details: (_, { ended }) => ({ ended }),
  },
  'DELETE /api/account/sessions/:id': {
    action: 'account.sessions-ended',
    on: theAccount,
    details: () => ({ ended: 1 }),
  },
  'POST /api/account/api-keys': {
    action: 'api-key.created',
    made: ({ key }) => ({ kind: 'api key', id: null, name: key.slice(0, 8) }),
  },
  'DELETE /api/account/api-keys/:id': { action: 'api-key.deleted', on: theApiKey },
  'POST /api/endpoints': {
    action: 'endpoint.created',
    made: ({ id, name }) => ({ kind: 'endpoint', id, name }),
    details: () => ({ source: 'file' }),
  },
  'PUT /api/endpoints/:id/file': { action: 'endpoint.file-replaced', on: theEndpoint },
  'POST /api/endpoints/:id/file/draft': ofDraft,
  'PATCH /api/endpoints/:id': {
    action: ({ body: { token, isPaused, ...others } }) => {
      const actions: AuditAction[] = [];
      if (token !== undefined)
        actions.push(token === null ? 'endpoint.token-removed' : 'endpoint.token-changed');
      if (isPaused !== undefined) actions.push(isPaused ? 'endpoint.paused' : 'endpoint.resumed');
      return actions.length > 0 && Object.keys(others).length === 0
        ? actions
        : [...actions, 'endpoint.changed'];
    },
    on: theEndpoint,
    details: ({ body }) => changed(body),
  },
  'POST /api/endpoints/:id/token': { action: 'endpoint.token-changed', on: theEndpoint },
  'POST /api/endpoints/delete': { within: ['endpoint.deleted'] },
  'POST /api/endpoints/pause': { within: ['endpoint.paused', 'endpoint.resumed'] },
  'POST /api/endpoints/tags': { within: ['endpoint.changed'] },
  'DELETE /api/endpoints/:id': { action: 'endpoint.deleted', on: theEndpoint },
  'POST /api/uploads/:id/corrections': ofDraft,
  'POST /api/uploads/:id/preview': storesNothing,
  'DELETE /api/uploads/:id': ofDraft,
  'POST /api/endpoints/:id/preview': storesNothing,
  'POST /api/endpoints/:id/profile': storesNothing,
  'POST /api/endpoints/:id/values': storesNothing,
  'POST /api/endpoints/:id/proxies': {
    action: 'proxy.created',
    made: ({ url }, { body: { name } }) => {
      const title = proxyTitle({ name, hint: proxyHint(url.split('/').at(-1) ?? '') });
      return { kind: 'proxy', id: null, name: title ?? null };
    },
    details: ({ body }) => ({ fixed: Object.keys(body.parameters).sort() }),
  },
  'PATCH /api/proxies/:id': {
    action: 'proxy.changed',
    on: theProxy,
    details: ({ body: { revision: _, ...body } }) => changed(body),
  },
  'POST /api/proxies/:id/renew': { action: 'proxy.renewed', on: theProxy },
  'POST /api/bin/:id/restore': { action: 'bin.restored', on: theDeleted },
  'DELETE /api/bin/:id': { action: 'bin.removed', on: theDeleted },
  'DELETE /api/proxies/:id': { action: 'proxy.deleted', on: theProxy },
  'POST /api/connections': {
    action: 'connection.created',
    made: ({ id, account }, { body: { platform } }) => ({
      kind: 'connection',
      id,
      name: connectionTitle({ platform, account }),
    }),
  },
  'POST /api/connections/check-token': storesNothing,
  'POST /api/connections/consents': {
    nothing: 'It only begins; what comes of it is recorded when it is done.',
  },
  'POST /api/connections/:id/check': { nothing: 'It asks the platform whether it still works.' },
  'PATCH /api/connections/:id': { action: 'connection.changed', on: theConnection },
  'POST /api/connections/:id/join': {
    action: 'connection.joined',
    on: theConnection,
    details: (_, { joined, movedEndpoints }) => ({ joined, movedEndpoints }),
  },
  'PUT /api/connections/:id/token': { action: 'connection.renewed', on: theConnection },
  'DELETE /api/connections/:id': {
    action: 'connection.deleted',
    on: theConnection,
    details: (_, { stoppedEndpoints }) => ({ stoppedEndpoints }),
  },
  'POST /api/connections/:id/endpoints': {
    action: 'endpoint.created',
    made: ({ id, name }) => ({ kind: 'endpoint', id, name }),
    details: () => ({ source: 'connection' }),
  },
  'POST /api/connections/:id/preview': storesNothing,
  'POST /api/schedules': {
    action: 'schedule.created',
    made: ({ id, name }) => ({ kind: 'schedule', id, name }),
  },
  'POST /api/schedules/next-runs': storesNothing,
  'PATCH /api/schedules/:id': {
    action: 'schedule.changed',
    on: theSchedule,
    details: ({ body }) => changed(body),
  },
  'DELETE /api/schedules/:id': { action: 'schedule.deleted', on: theSchedule },
  'POST /api/schedules/:id/pause': { action: 'schedule.paused', on: theSchedule },
  'POST /api/schedules/:id/resume': { action: 'schedule.resumed', on: theSchedule },
  'POST /api/schedules/:id/run': { action: 'schedule.run', on: theSchedule },
  'POST /api/webhook-secret': { action: 'webhook-secret.shown', on: webhookSecret },
  'POST /api/webhook-secret/renew': { action: 'webhook-secret.renewed', on: webhookSecret },
  'POST /api/plans/quote': storesNothing,
  'POST /api/plans/change': {
    action: 'plan.change-begun',
    on: ({ body }) => ({ kind: 'plan', id: null, name: body.plan }),
    details: ({ body }, { url }) => ({ interval: body.interval, isPaidAtStripe: url !== null }),
  },
  'POST /api/plans/cancel': { action: 'plan.canceled', on: theAccount },
  'POST /api/plans/resume': { action: 'plan.resumed', on: theAccount },
  'POST /api/plans/credits': {
    action: 'plan.credits-begun',
    on: theAccount,
    details: ({ body }) => ({ credits: body.credits }),
  },
  'POST /api/plans/custom': { nothing: 'It only writes to the administrators.' },
  'POST /api/plans/portal': { nothing: "It opens Stripe's own page, which keeps its own record." },
  'PATCH /api/administrator/accounts/:id': {
    within: [
      'account.plan-set',
      'account.blocked',
      'account.unblocked',
      'account.end-set',
      'account.administrator-added',
      'account.administrator-removed',
    ],
  },
  'DELETE /api/administrator/accounts/:id': { within: ['account.deleted'] },
  'POST /api/administrator/deleted-accounts/:id/restore': { within: ['account.restored'] },
  'POST /api/administrator/accounts/:id/credits': { within: ['account.credits-granted'] },
  'POST /api/administrator/accounts/:id/reset-link': {
    action: 'account.reset-link-made',
    on: theirAccount,
    whose: 'target',
  },
  'POST /api/administrator/invitations': {
    action: 'invitation.created',
    made: ({ email }) => ({ kind: 'invitation', id: null, name: email }),
    whose: 'nobody',
  },
  'DELETE /api/administrator/invitations/:id': {
    action: 'invitation.deleted',
    on: theInvitation,
    whose: 'nobody',
  },
  'POST /api/administrator/mails/:id/retry': { action: 'mail.retried', on: theMail, whose: 'nobody' },
};

function webhookSecret(): Target {
  return { kind: 'webhook secret', id: null, name: null };
}
