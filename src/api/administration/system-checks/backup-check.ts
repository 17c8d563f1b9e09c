/** Whether there is a backup that is new enough to be worth something. */
import { dayMs } from '../../../base/durations.ts';
import { lastBackupAt } from '../../../storage/database/backup-store.ts';
import { fine, type SystemCheck, warning } from './system-check.ts';

const oldAfterMs = 7 * dayMs;
const advice = 'Run `tablecast backup FOLDER` every day, and keep the copies on another machine.';

export const backupCheck: SystemCheck = {
  name: 'Backup',
  run: async ({ database, now }) => {
    const at = await lastBackupAt(database);
    if (at === undefined) return warning('No backup has been made by `tablecast backup` yet.', advice);
    const found = `The last one was made on ${new Date(at).toISOString().slice(0, 16).replace('T', ' at ')} UTC.`;
    return now() - at > oldAfterMs ? warning(found, advice) : fine(found);
  },
};
