/** Scheduled jobs, their runs and history. */
import type { HandlersOf } from './api.ts';
import type { scheduleRows } from './contract/schedule-rows.ts';

export const scheduleHandlers: HandlersOf<typeof scheduleRows> = {};
