/** The routes of `src/api/contract/schedule-rows.ts`. */
import type { Area } from './area.ts';

export const scheduleArea: Area = {};
