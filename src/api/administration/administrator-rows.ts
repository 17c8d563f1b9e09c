/** What an administrator sees and does: accounts, mail, the audit log, the service itself. */

import type { Routes } from '../route.ts';
import { accountAdministrationRows } from './account-administration-rows.ts';
import { auditRows } from './audit-rows.ts';
import { mailAdministrationRows } from './mail-administration-rows.ts';
import { systemRows } from './system-rows.ts';

export const administratorRows = {
  ...accountAdministrationRows,
  ...mailAdministrationRows,
  ...auditRows,
  ...systemRows,
} as const satisfies Routes;
