/** Every route of the dashboard's interface, by its name in the contract. */
import { showAccount } from './account.ts';
import type { Handlers } from './api.ts';
import { listEndpoints } from './endpoints.ts';
import { describeService } from './service.ts';

export const allHandlers: Handlers = {
  'GET /api/service': describeService,
  'GET /api/account': showAccount,
  'GET /api/endpoints': listEndpoints,
};
