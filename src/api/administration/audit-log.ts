/** The audit log as an administrator sees it, and as an owner sees what is about the own account. */
import { type AuditAction, auditActions } from '../../audit/audit-actions.ts';
import { auditDetails, auditEntries, entriesOfAccount } from '../../audit/audit-store.ts';
import { type Answer, type Handlers, isoMoment, pageSize } from '../api.ts';

const shownToOwner = 15;

export const auditLogHandlers = {
  'GET /api/administrator/audit': async ({ context, query }) => {
    const { account, action = '', before } = query;
    const wanted = { account, action, before, limit: pageSize + 1 };
    const rows = await auditEntries(context.database.db, wanted);
    const shown = rows.slice(0, pageSize);
    return {
      entries: shown.flatMap((row) => {
        const { id, at, actor, account: whose, kind, target: name, address, user_agent, times } = row;
        const known = knownAction(row.action);
        const entry = { id, at: isoMoment(at), actor, account: whose, kind, name, address, times };
        return known === undefined
          ? []
          : [{ ...entry, action: known, details: auditDetails(row), userAgent: user_agent }];
      }),
      next: rows.length > pageSize ? (shown.at(-1)?.id ?? null) : null,
    };
  },
  'GET /api/account/activity': async ({ context, account }) => {
    const rows = await entriesOfAccount(context.database.db, account.id, shownToOwner);
    return {
      entries: rows.flatMap((row) => {
        const { id, at, kind, target: name, times } = row;
        const known = knownAction(row.action);
        const isOwn = row.actor_id === account.id;
        const entry = { id, at: isoMoment(at), kind, name, times };
        // From where an administrator came is not for the owner.
        const from = { address: isOwn ? row.address : null, userAgent: isOwn ? row.user_agent : null };
        return known === undefined ? [] : [{ ...entry, ...from, action: known, by: byWhom(row, isOwn) }];
      }),
    };
  },
} satisfies Partial<Handlers>;

function byWhom(
  { actor, actor_id }: { readonly actor: string; readonly actor_id: string | null },
  isOwn: boolean,
): Answer<'GET /api/account/activity'>['entries'][number]['by'] {
  if (isOwn) return 'you';
  if (actor_id !== null) return 'administrator';
  return actor === 'command line' ? 'command line' : 'system';
}

/** One of a newer program is left out. */
function knownAction(written: string): AuditAction | undefined {
  return auditActions.find((action) => action === written);
}
