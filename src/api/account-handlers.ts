/** The service as a stranger sees it, and the own account. */
import { showAccount } from './account.ts';
import type { HandlersOf } from './api.ts';
import type { accountRows } from './contract/account-rows.ts';
import { describeService } from './service.ts';

export const accountHandlers: HandlersOf<typeof accountRows> = {
  'GET /api/service': describeService,
  'GET /api/account': showAccount,
};
