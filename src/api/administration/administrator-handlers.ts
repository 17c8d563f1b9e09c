/** What an administrator sees and does: accounts, mail, the service itself. */

import type { HandlersOf } from '../api.ts';
import {
  changeAccountByAdministrator,
  deleteAccountByAdministrator,
  grantToAccount,
  listAccounts,
  makeResetLink,
  showAccountToAdministrator,
} from './administered-accounts.ts';
import { listMails, retryMail, showMail } from './administered-mail.ts';
import type { administratorRows } from './administrator-rows.ts';
import { listAuditEntries } from './audit-log.ts';
import { listDeletedAccounts, restoreDeletedAccount } from './deleted-accounts.ts';
import { listInvitations, makeInvitation, takeBackInvitation } from './invitations.ts';
import { checkSystem } from './system.ts';

export const administratorHandlers: HandlersOf<typeof administratorRows> = {
  'GET /api/administrator/accounts': listAccounts,
  'GET /api/administrator/accounts/:id': showAccountToAdministrator,
  'PATCH /api/administrator/accounts/:id': changeAccountByAdministrator,
  'DELETE /api/administrator/accounts/:id': deleteAccountByAdministrator,
  'GET /api/administrator/deleted-accounts': listDeletedAccounts,
  'POST /api/administrator/deleted-accounts/:id/restore': restoreDeletedAccount,
  'POST /api/administrator/accounts/:id/credits': grantToAccount,
  'POST /api/administrator/accounts/:id/reset-link': makeResetLink,
  'GET /api/administrator/invitations': listInvitations,
  'POST /api/administrator/invitations': makeInvitation,
  'DELETE /api/administrator/invitations/:id': takeBackInvitation,
  'GET /api/administrator/mails': listMails,
  'GET /api/administrator/mails/:id': showMail,
  'POST /api/administrator/mails/:id/retry': retryMail,
  'GET /api/administrator/audit': listAuditEntries,
  'GET /api/administrator/system': checkSystem,
};
