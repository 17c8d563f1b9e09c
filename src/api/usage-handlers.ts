/** Hits and their sums. */
import { listEndpointsByHits, showAccountUsage } from './account-usage.ts';
import type { HandlersOf } from './api.ts';
import type { usageRows } from './contract/usage-rows.ts';
import { listHits, showEndpointUsage } from './endpoint-usage.ts';

export const usageHandlers: HandlersOf<typeof usageRows> = {
  'GET /api/endpoints/:id/usage': showEndpointUsage,
  'GET /api/endpoints/:id/hits': listHits,
  'GET /api/usage': showAccountUsage,
  'GET /api/usage/endpoints': listEndpointsByHits,
};
