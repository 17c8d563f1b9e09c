/** The routes of `src/api/contract/account-rows.ts`. */
import type { Area } from './area.ts';

export const accountArea: Area = {};
