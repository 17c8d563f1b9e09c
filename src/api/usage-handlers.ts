/** Hits and their sums. */
import type { HandlersOf } from './api.ts';
import type { usageRows } from './contract/usage-rows.ts';

export const usageHandlers: HandlersOf<typeof usageRows> = {};
