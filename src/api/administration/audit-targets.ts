/** What a call is about, by its kind, id and name, as the audit log keeps it. */
import { findAccountById } from '../../accounts/account-store.ts';
import { apiKeysOf } from '../../accounts/api-key-store.ts';
import type { SignedInAccount } from '../../accounts/sign-in/auth.ts';
import { findInvitation } from '../../accounts/sign-in/invitation-store.ts';
import type { Target } from '../../audit/audit-entry.ts';
import { findDeleted } from '../../bin/deleted-store.ts';
import { findConnection } from '../../connections/connection-store.ts';
import { connectionTitle } from '../../connections/connection-title.ts';
import { findEndpoint } from '../../endpoints/endpoint-store.ts';
import { findProxy, proxyTitle } from '../../endpoints/proxy-store.ts';
import type { ExportContext } from '../../export/export-context.ts';
import { findMail } from '../../mail/outbox-store.ts';
import { findJob } from '../../schedules/job-store.ts';

interface Asked {
  readonly context: ExportContext;
  readonly account: SignedInAccount;
  readonly params: { readonly id: string };
}

const named = (kind: Target['kind'], id: string | null, name: string | null | undefined): Target => ({
  kind,
  id,
  name: name ?? null,
});

export const theAccount = ({ account }: Pick<Asked, 'account'>): Target =>
  named('account', account.id, account.email);

export const theirAccount = async ({ context, params: { id } }: Asked): Promise<Target> =>
  named('account', id, (await findAccountById(context, id))?.email);

export const theEndpoint = async ({ context, params: { id } }: Asked): Promise<Target> =>
  named('endpoint', id, (await findEndpoint(context.database.db, id))?.name);

export const theSchedule = async ({ context, params: { id } }: Asked): Promise<Target> =>
  named('schedule', id, (await findJob(context.database.db, id))?.name);

export const theConnection = async ({ context, params: { id } }: Asked): Promise<Target> => {
  const connection = await findConnection(context.database.db, id);
  return named('connection', id, connection && connectionTitle(connection));
};

/** From the bin, or a proxy without its id. */
export const theDeleted = async ({ context, params: { id } }: Asked): Promise<Target> => {
  const thing = await findDeleted(context.database.db, id);
  const kind = thing?.kind ?? 'endpoint';
  return named(kind, kind === 'proxy' ? null : id, thing?.name);
};

/** Its id is a key to the data: it has the first characters alone. */
export const theProxy = async ({ context, params }: Asked): Promise<Target> =>
  named('proxy', null, proxyTitle(await findProxy(context.database.db, params.id)));

export const theApiKey = async ({ context, account, params }: Asked): Promise<Target> => {
  const keys = await apiKeysOf(context.database.db, account.id);
  return named('api key', null, keys.find(({ digest }) => digest === params.id)?.hint);
};

export const theInvitation = async ({ context, params }: Asked): Promise<Target> =>
  named('invitation', null, (await findInvitation(context.database.db, params.id))?.email);

export const theMail = async ({ context, params: { id } }: Asked): Promise<Target> =>
  named('mail', id, (await findMail(context.database.db, id))?.recipient);
