/** A scheduled job of the account that is signed in; one of somebody else is as if it did not exist. */
import type { Account } from '../../accounts/account.ts';
import type { AppContext } from '../../app-context.ts';
import { ServiceError } from '../../errors/errors.ts';
import type { Job } from '../../schedules/job.ts';
import { findJob } from '../../schedules/job-store.ts';

export async function ownSchedule(
  { database }: AppContext,
  account: Account,
  { id }: { readonly id: string },
): Promise<Job> {
  const job = await findJob(database.db, id);
  if (job?.accountId !== account.id) throw new ServiceError('notFound');
  return job;
}
