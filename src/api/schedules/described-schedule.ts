/** A scheduled job as the dashboard sees it, and what was written there as a job takes it. */
import type { Account } from '../../accounts/account.ts';
import type { AppContext } from '../../app-context.ts';
import { endpointStateOf } from '../../endpoints/endpoint-state-store.ts';
import { findEndpoint } from '../../endpoints/endpoint-store.ts';
import { findProxy } from '../../endpoints/proxy-store.ts';
import { type Schedule, type WrittenSchedule, weekdays } from '../../schedules/cadence.ts';
import type { Job } from '../../schedules/job.ts';
import { nextRuns } from '../../schedules/next-run.ts';
import { type Answer, isoMoment } from '../api.ts';
import { describedState } from '../endpoints/described-state.ts';

type Details = Answer<'GET /api/schedules/:id'>;
type Timing = Details['timing'];

export const shownRuns = 3;

export async function describedSchedule(context: AppContext, account: Account, job: Job): Promise<Details> {
  const endpoint = await findEndpoint(context.database.db, job.endpointId);
  return {
    id: job.id,
    name: job.name,
    endpointId: job.endpointId,
    endpointName: endpoint?.name ?? job.endpointId,
    endpoint: describedState(await endpointStateOf(context, account, job.endpointId)),
    timing: describedTiming(job.schedule),
    parameters: { ...job.parameters },
    view: await describedView(context, job),
    webhook: job.webhookUrl,
    state: job.nextRunAt === null ? 'paused' : 'active',
    nextRuns: upcoming(job).map(isoMoment),
    createdAt: isoMoment(job.createdAt),
  };
}

async function describedView({ database }: AppContext, { view }: Job): Promise<Details['view']> {
  if (view === null) return null;
  const proxy = await findProxy(database.db, view);
  return { id: view, name: proxy?.name ?? null, hint: proxy?.hint ?? '', isGone: proxy === undefined };
}

/** The first is the one that is planned, which may be due already. */
function upcoming({ schedule, nextRunAt }: Job): number[] {
  return nextRunAt === null ? [] : [nextRunAt, ...nextRuns(schedule, nextRunAt, shownRuns - 1)];
}

export function describedTiming({ cadence, at, zone, weekday, day }: Schedule): Timing {
  return { cadence, at, zone, weekday: weekday === null ? null : (weekdays[weekday - 1] ?? null), day };
}

export function writtenSchedule({ cadence, at, zone, weekday, day }: Timing): WrittenSchedule {
  return { cadence, at, zone, weekday: weekday ?? undefined, day: day === null ? undefined : String(day) };
}
