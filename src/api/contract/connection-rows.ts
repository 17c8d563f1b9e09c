/** Connections to platforms, and what can be chosen on them. */
import type { Routes } from './route.ts';

export const connectionRows = {} as const satisfies Routes;
