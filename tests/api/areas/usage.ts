/** The routes of `src/api/contract/usage-rows.ts`. */
import type { Area } from './area.ts';

export const usageArea: Area = {};
