/** Scheduled jobs, their runs and history. */
import type { Routes } from './route.ts';

export const scheduleRows = {} as const satisfies Routes;
