/**
 * A due job that cannot be read is left alone for an hour, and its owner told once, so that it neither stops the others
 * nor is looked at every second.
 */

import type { AppContext } from '../app-context.ts';
import { hourMs } from '../base/durations.ts';
import { randomId } from '../base/random-id.ts';
import { ServiceError } from '../errors/errors.ts';
import { scheduleUnreadable } from '../mail/messages.ts';
import type { OutboxMail } from '../mail/outbox-store.ts';
import { setAside } from './due-store.ts';
import type { Job } from './job.ts';
import { mailsAbout } from './job-mails.ts';

const asideMs = hourMs;

export function unreadableError({ unreadable = '' }: Job): ServiceError {
  const data = `The schedule cannot be read: ${unreadable}. Save it again, or delete it.`;
  return new ServiceError('unexpected', { data });
}

export async function setUnreadableAside(context: AppContext, job: Job): Promise<void> {
  const { database, log, now } = context;
  const { message, data = '' } = unreadableError(job);
  const isOurs = await setAside(
    database.db,
    job,
    { now: now(), until: now() + asideMs, runId: randomId() },
    {
      notice: `unreadable job ${job.id} ${job.revision}`,
      error: message,
      data,
      mails: await mailsToOwner(context, job),
    },
  );
  if (isOurs) log.error({ job: job.id, unreadable: job.unreadable }, 'a schedule cannot be read');
}

/** An owner who cannot be read either must not keep the job among those that are due. */
async function mailsToOwner(context: AppContext, job: Job): Promise<OutboxMail[]> {
  try {
    return await mailsAbout(context, job, (told) =>
      scheduleUnreadable({ ...told, unreadable: job.unreadable ?? '' }),
    );
  } catch (err) {
    context.log.error({ err, job: job.id }, 'the owner of a schedule cannot be told');
    return [];
  }
}
