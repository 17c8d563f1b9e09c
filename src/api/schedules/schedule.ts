/** One scheduled job: what it is, its changes, its pauses, its end. */
import type { Account } from '../../accounts/account.ts';
import type { AppContext } from '../../app-context.ts';
import { changeJob, resumeJob } from '../../schedules/create-job.ts';
import type { Job } from '../../schedules/job.ts';
import { deleteJob, setNextRun } from '../../schedules/job-store.ts';
import type { Answer, Call, Handlers } from '../api.ts';
import { ownSchedule } from '../own-objects.ts';
import { tryingSample } from '../previews/try-sample.ts';
import { describedSchedule, describedTiming } from './described-schedule.ts';
import { wantedJob } from './wanted-schedule.ts';

export const scheduleHandlers = {
  'GET /api/schedules/:id': async ({ context, account, params }) => described(context, account, params),
  /** What is not named stays; all of it or nothing. */
  'PATCH /api/schedules/:id': async ({ context, account, params, body, signal }) => {
    const job = await ownSchedule(context, account, params);
    const wanted = await wantedJob(context, account, { ...asWritten(job), ...given(body) });
    await changeJob(context, account, job, wanted, tryingSample(context, signal));
    return described(context, account, params);
  },
  'DELETE /api/schedules/:id': async ({ context, account, params }) => {
    const { id } = await ownSchedule(context, account, params);
    await deleteJob(context.database.db, id, context.now());
    return { id };
  },
  'POST /api/schedules/:id/pause': async ({ context, account, params }) => {
    const { id } = await ownSchedule(context, account, params);
    await setNextRun(context.database.db, id, null);
    return described(context, account, params);
  },
  /** One that is not paused stays as it is: a run that is due must not be skipped. */
  'POST /api/schedules/:id/resume': async ({ context, account, params }) => {
    const job = await ownSchedule(context, account, params);
    if (job.nextRunAt === null) await resumeJob(context, account, job);
    return described(context, account, params);
  },
} satisfies Partial<Handlers>;

function asWritten({ endpointId, name, schedule, parameters, view, webhookUrl }: Job) {
  return {
    endpointId,
    name,
    timing: describedTiming(schedule),
    parameters: { ...parameters },
    view,
    webhook: webhookUrl,
  };
}

/** Without what is undefined. */
function given(body: Call<'PATCH /api/schedules/:id'>['body']) {
  const { endpointId, name, timing, parameters, view, webhook } = body;
  return {
    ...(endpointId !== undefined && { endpointId }),
    ...(name !== undefined && { name }),
    ...(timing !== undefined && { timing }),
    ...(parameters !== undefined && { parameters }),
    ...(view !== undefined && { view }),
    ...(webhook !== undefined && { webhook }),
  };
}

async function described(
  context: AppContext,
  account: Account,
  params: { readonly id: string },
): Promise<Answer<'GET /api/schedules/:id'>> {
  return describedSchedule(context, account, await ownSchedule(context, account, params));
}
