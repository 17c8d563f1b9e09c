/** The routes of `src/api/contract/public-page-rows.ts`. */
import type { Area } from './area.ts';

export const publicPageArea: Area = {};
