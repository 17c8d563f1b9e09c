/** The routes of `src/api/contract/proxy-rows.ts`. */
import type { Area } from './area.ts';

export const proxyArea: Area = {};
