/** Runs of a scheduled job: one at once, and the history. */
import type { Account } from '../../accounts/account.ts';
import { randomId } from '../../base/random-id.ts';
import { findEndpoint } from '../../endpoints/endpoint-store.ts';
import { makeWaitingRun } from '../../schedules/due-store.ts';
import type { JobRun } from '../../schedules/job.ts';
import { requireServing } from '../../schedules/run-job-now.ts';
import { runsPage } from '../../schedules/run-store.ts';
import { type Answer, type Handlers, isoMoment, optionalMoment, pageSize } from '../api.ts';
import { ownSchedule } from '../own-objects.ts';
import { explainedRun } from './explained-run.ts';

export const scheduleRunHandlers = {
  'POST /api/schedules/:id/run': async ({ context, account, params }) => {
    const job = await ownSchedule(context, account, params);
    await requireServing(context, job);
    await makeWaitingRun(context.database.db, job, randomId(), context.now());
    return { id: job.id };
  },
  'GET /api/schedules/:id/runs': async ({ context, account, params, query }) => {
    const job = await ownSchedule(context, account, params);
    const { rows, total } = await runsPage(context.database.db, job.id, { ...query, pageSize });
    const connectionId = (await findEndpoint(context.database.db, job.endpointId))?.connectionId ?? null;
    const explain = (run: JobRun) => explainedRun(run, connectionId, context.config.docsUrl);
    return { runs: rows.map((run) => ({ ...describedRun(run, account), ...explain(run) })), total, pageSize };
  },
} satisfies Partial<Handlers>;

function describedRun(
  run: JobRun,
  account: Account,
): Omit<Answer<'GET /api/schedules/:id/runs'>['runs'][number], keyof ReturnType<typeof explainedRun>> {
  return {
    id: run.id,
    dueAt: isoMoment(run.dueAt),
    startedAt: optionalMoment(run.startedAt),
    endedAt: optionalMoment(run.endedAt),
    state: run.state,
    rows: run.rows,
    bytes: run.bytes,
    // An account without limit pays nothing.
    credits: run.result === 'succeeded' && account.credits !== null ? 1 : 0,
  };
}
