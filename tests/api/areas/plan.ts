/** The routes of `src/api/contract/plan-rows.ts`. */
import type { Area } from './area.ts';

export const planArea: Area = {};
