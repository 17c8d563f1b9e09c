/** Scheduled jobs, their runs and history. */

import { renewSecret, showSecret } from '../account/shown-webhook-secret.ts';
import type { HandlersOf } from '../api.ts';
import { changeSchedule, pauseSchedule, removeSchedule, resumeSchedule, showSchedule } from './schedule.ts';
import type { scheduleRows } from './schedule-rows.ts';
import { listRuns, runSchedule } from './schedule-runs.ts';
import { createSchedule, listSchedules, showChoices, showNextRuns } from './schedules.ts';

export const scheduleHandlers: HandlersOf<typeof scheduleRows> = {
  'GET /api/schedules': listSchedules,
  'POST /api/schedules': createSchedule,
  'GET /api/schedules/choices': showChoices,
  'POST /api/schedules/next-runs': showNextRuns,
  'GET /api/schedules/:id': showSchedule,
  'PATCH /api/schedules/:id': changeSchedule,
  'DELETE /api/schedules/:id': removeSchedule,
  'POST /api/schedules/:id/pause': pauseSchedule,
  'POST /api/schedules/:id/resume': resumeSchedule,
  'POST /api/schedules/:id/run': runSchedule,
  'GET /api/schedules/:id/runs': listRuns,
  'POST /api/webhook-secret': showSecret,
  'POST /api/webhook-secret/renew': renewSecret,
};
