/** What was deleted: the list, bring back, remove for good. */
import type { Account } from '../../accounts/account.ts';
import type { AppContext } from '../../app-context.ts';
import { type DeletedThing, deletedPage, findDeleted } from '../../bin/deleted-store.ts';
import { removeDeleted } from '../../bin/remove-deleted.ts';
import { restoreDeleted } from '../../bin/restore-deleted.ts';
import { ServiceError } from '../../errors/errors.ts';
import { binKeptMs } from '../../storage/database/bin-store.ts';
import { type Handlers, isoMoment, pageSize } from '../api.ts';

export const binHandlers = {
  'GET /api/bin': async ({ context, account, query }) => {
    const { rows, total } = await deletedPage(context.database.db, account.id, { ...query, pageSize });
    return {
      deleted: rows.map(({ id, kind, name, deletedAt }) => ({
        id,
        kind,
        name,
        deletedAt: isoMoment(deletedAt),
        endsAt: isoMoment(deletedAt + binKeptMs),
      })),
      total,
      pageSize,
    };
  },
  'POST /api/bin/:id/restore': async ({ context, account, params }) => {
    const { id, kind, name, note } = await restoreDeleted(context, await own(context, account, params.id));
    return { id, kind, name, note };
  },
  'DELETE /api/bin/:id': async ({ context, account, params }) => {
    await removeDeleted(context, await own(context, account, params.id));
    return { id: params.id };
  },
} satisfies Partial<Handlers>;

async function own({ database }: AppContext, account: Account, id: string): Promise<DeletedThing> {
  const thing = await findDeleted(database.db, id);
  if (thing?.accountId !== account.id) throw new ServiceError('notFound');
  return thing;
}
