/** The routes of `src/api/contract/administrator-rows.ts`. */
import type { Area } from './area.ts';

export const administratorArea: Area = {};
