/** The service as a stranger sees it, and the own account. */

import { listActivity } from '../administration/audit-log.ts';
import type { HandlersOf } from '../api.ts';
import { describeService } from '../service.ts';
import type { accountRows } from './account-rows.ts';
import { choosePassword, endAccount, restoreOwnAccount, showAccount } from './own-account.ts';
import { addApiKey, listApiKeys, removeApiKey } from './own-api-keys.ts';
import { endOneSession, endSessionsElsewhere, listSessions } from './sessions.ts';

export const accountHandlers: HandlersOf<typeof accountRows> = {
  'GET /api/service': describeService,
  'GET /api/account': showAccount,
  'DELETE /api/account': endAccount,
  'POST /api/account/restore': restoreOwnAccount,
  'POST /api/account/password': choosePassword,
  'GET /api/account/sessions': listSessions,
  'DELETE /api/account/sessions': endSessionsElsewhere,
  'DELETE /api/account/sessions/:id': endOneSession,
  'GET /api/account/activity': listActivity,
  'GET /api/account/api-keys': listApiKeys,
  'POST /api/account/api-keys': addApiKey,
  'DELETE /api/account/api-keys/:id': removeApiKey,
};
