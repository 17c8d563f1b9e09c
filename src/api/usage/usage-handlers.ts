/** Hits and their sums. */

import type { HandlersOf } from '../api.ts';
import { listEndpointsByHits, showAccountUsage } from './account-usage.ts';
import { listHits, showEndpointUsage } from './endpoint-usage.ts';
import type { usageRows } from './usage-rows.ts';

export const usageHandlers: HandlersOf<typeof usageRows> = {
  'GET /api/endpoints/:id/usage': showEndpointUsage,
  'GET /api/endpoints/:id/hits': listHits,
  'GET /api/usage': showAccountUsage,
  'GET /api/usage/endpoints': listEndpointsByHits,
};
