/** What waits to be done, and whether it waits too long. */
import { counted } from '../../../base/counted.ts';
import { minuteMs } from '../../../base/durations.ts';
import { dueJobs, type Waiting, waitingMails } from '../../../storage/queue-store.ts';
import { fine, type SystemCheck, warning } from './system-check.ts';

/** A minute is a bad moment, ten are a problem. */
const tooLongMs = 10 * minuteMs;

export const queuesCheck: SystemCheck = {
  name: 'Queues',
  run: async ({ database: { db }, now }) => {
    const at = now();
    const [mails, jobs] = await Promise.all([waitingMails(db, at), dueJobs(db, at)]);
    const found = `${counted(mails.count, 'e-mail', 'e-mails')} and ${counted(jobs.count, 'schedule', 'schedules')} are waiting.`;
    if (isLate(jobs, at))
      return warning(
        found,
        'A schedule has waited for over ten minutes: look for errors in the log, or run another process.',
      );
    return isLate(mails, at)
      ? warning(found, 'An e-mail has waited for over ten minutes: look at its error on the page Mail.')
      : fine(found);
  },
};

const isLate = ({ oldestDue }: Waiting, at: number): boolean =>
  oldestDue !== null && oldestDue < at - tooLongMs;
