/** What an administrator sees and does: accounts, mail, the service itself. */
import { accountAdministrationRows } from './account-administration-rows.ts';
import { mailAdministrationRows } from './mail-administration-rows.ts';
import type { Routes } from './route.ts';
import { systemRows } from './system-rows.ts';

export const administratorRows = {
  ...accountAdministrationRows,
  ...mailAdministrationRows,
  ...systemRows,
} as const satisfies Routes;
