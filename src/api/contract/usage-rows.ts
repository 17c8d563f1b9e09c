/** Hits and their sums. */
import type { Routes } from './route.ts';

export const usageRows = {} as const satisfies Routes;
