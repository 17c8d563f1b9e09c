/** The list of scheduled jobs, a new one, and what can be chosen in it. */

import { connectionsOf } from '../../connections/connection-store.ts';
import { workingState } from '../../endpoints/endpoint-state.ts';
import { endpointStatesOf } from '../../endpoints/endpoint-state-store.ts';
import { exportParameters } from '../../export/parameters.ts';
import { readSchedule } from '../../schedules/cadence.ts';
import { createJob } from '../../schedules/create-job.ts';
import type { JobRun } from '../../schedules/job.ts';
import { jobsPage } from '../../schedules/job-list-store.ts';
import { nextRuns } from '../../schedules/next-run.ts';
import { planRefusal } from '../../schedules/wanted-job.ts';
import { type Answer, type Handlers, isoMoment, optionalMoment, pageSize } from '../api.ts';
import { describedState } from '../endpoints/described-state.ts';
import { tryingSample } from '../previews/try-sample.ts';
import { describedSchedule, describedTiming, shownRuns, writtenSchedule } from './described-schedule.ts';
import { explainedRun } from './explained-run.ts';
import { wantedJob } from './wanted-schedule.ts';

export const scheduleListHandlers = {
  'GET /api/schedules': async ({ context, account, query }) => {
    const { rows, total } = await jobsPage(context.database.db, account.id, { ...query, pageSize });
    const ids = rows.map(({ job }) => job.endpointId);
    const states = await endpointStatesOf(context, account, ids);
    return {
      schedules: rows.map(({ job, endpointName, connectionId, lastRun, isRunning }) => ({
        id: job.id,
        name: job.name,
        endpointId: job.endpointId,
        endpointName,
        endpoint: describedState(states.get(job.endpointId) ?? workingState),
        timing: describedTiming(job.schedule),
        state: job.nextRunAt === null ? 'paused' : 'active',
        nextRunAt: optionalMoment(job.nextRunAt),
        lastRun: describedLast(lastRun, connectionId, context.config.docsUrl),
        isRunning,
      })),
      total,
      pageSize,
    };
  },
  'POST /api/schedules': async ({ context, account, body, signal }) => {
    const wanted = await wantedJob(context, account, body);
    const job = await createJob(context, account, wanted, tryingSample(context, signal));
    return describedSchedule(context, account, job);
  },
  'POST /api/schedules/next-runs': async ({ context, body }) => ({
    runs: nextRuns(readSchedule(writtenSchedule(body)), context.now(), shownRuns).map(isoMoment),
  }),
  'GET /api/schedules/choices': async ({ context, account }) => {
    const connections = await connectionsOf(context.database.db, account.id);
    return {
      planRefusal: planRefusal(account, context.now()),
      hasGoogle: connections.some(({ platform, state }) => platform === 'google' && state !== 'disconnected'),
      parameters: Object.entries(exportParameters)
        .filter(([name]) => !handledElsewhere.has(name))
        .map(([name, { meaning, values }]) => ({ name, meaning, values: [...values] })),
    };
  },
} satisfies Partial<Handlers>;

function describedLast(
  run: JobRun | undefined,
  connectionId: string | null,
  docsUrl: string,
): Answer<'GET /api/schedules'>['schedules'][number]['lastRun'] {
  if (!run || run.result === null) return null;
  const { dueAt, endedAt, result } = run;
  return {
    dueAt: isoMoment(dueAt),
    endedAt: optionalMoment(endedAt),
    result,
    ...explainedRun(run, connectionId, docsUrl),
  };
}

/** The waiting page has no effect in a job, and destinations have fields of their own. */
const handledElsewhere: ReadonlySet<string> = new Set([
  'show_wait_page',
  'save_to_gdrive',
  'save_to_gsheets',
]);
