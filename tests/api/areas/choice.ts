/** The routes of `src/api/contract/choice-rows.ts`. */
import type { Area } from './area.ts';

export const choiceArea: Area = {};
