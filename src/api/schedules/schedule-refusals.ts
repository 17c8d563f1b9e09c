/** What is wrong with a scheduled job, as the dashboard is told: which field, and why. */
import type { AppContext } from '../../app-context.ts';
import { ServiceError } from '../../errors/errors.ts';
import { ScheduleError } from '../../schedules/cadence.ts';
import { JobError, PaidPlanError } from '../../schedules/wanted-job.ts';

export async function explainingRefusals<T>({ config }: AppContext, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PaidPlanError) {
      throw new ServiceError('notEnoughCredits', {
        placeholders: { site: config.siteUrl },
        data: error.message,
      });
    }
    if (!(error instanceof JobError || error instanceof ScheduleError)) throw error;
    const place = error.field === undefined ? '' : `${error.field}: `;
    throw new ServiceError('inputInvalid', { data: `${place}${error.message}` });
  }
}
