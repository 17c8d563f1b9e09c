/** `audit list`: who changed what, on whom, when and from where. */
import { auditActions } from '../audit/audit-actions.ts';
import { auditDetails, auditEntries } from '../audit/audit-store.ts';
import type { AuditEntryRow } from '../storage/database/account-schema.ts';
import {
  type Command,
  type CommandResult,
  noArgument,
  oneOf,
  textOption,
  wholeNumberOption,
} from './command.ts';
import { optionRows } from './options.ts';

const maxListed = 1_000;

export const auditList: Command = {
  usage: 'audit list',
  does: 'Lists what was changed, by whom and from where, the newest first; entries are kept for 400 days.',
  options: optionRows('account', 'action', 'limit'),
  run: async ({ database }, input) => {
    noArgument(input);
    const limit = wholeNumberOption(input, 'limit') ?? 50;
    if (limit < 1 || limit > maxListed) throw new Error(`--limit takes 1 to ${maxListed}.`);
    const account = textOption(input, 'account')?.trim().toLowerCase() ?? '';
    const action = oneOf(auditActions, textOption(input, 'action'), '--action') ?? '';
    return { entries: (await auditEntries(database.db, { account, action, limit })).map(shown) };
  },
};

function shown(row: AuditEntryRow): CommandResult {
  return {
    at: new Date(row.at).toISOString(),
    by: row.actor,
    action: row.action,
    account: row.account,
    kind: row.kind,
    id: row.target_id,
    name: row.target,
    details: auditDetails(row),
    address: row.address,
    userAgent: row.user_agent,
    times: row.times,
  };
}
