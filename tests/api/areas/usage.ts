/** The routes of `src/api/usage/usage-rows.ts`, whose objects are endpoints. */
import type { Area } from './area.ts';

export const usageArea: Area = {};
