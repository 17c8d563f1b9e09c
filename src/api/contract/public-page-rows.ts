/** The public page of an endpoint whose owner has switched it on. */
import type { Routes } from './route.ts';

export const publicPageRows = {} as const satisfies Routes;
