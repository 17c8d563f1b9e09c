/** The routes of `src/api/contract/connection-rows.ts`. */
import type { Area } from './area.ts';

export const connectionArea: Area = {};
