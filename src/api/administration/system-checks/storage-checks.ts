/** The database, its clock, the processes that share it, and the place of uploads. */
import { statfs } from 'node:fs/promises';
import { randomId } from '../../../base/random-id.ts';
import { countAlive } from '../../../ledger/hold-store.ts';
import { prepareFolder } from '../../../storage/data-folder.ts';
import { databaseFacts } from '../../../storage/database/database-facts.ts';
import { fine, type SystemCheck, warning, wrong } from './system-check.ts';

const slowMs = 250;
const maxClockDifferenceMs = 2_000;
const leastFreeShare = 0.1;
const gigabyte = 1_000_000_000;
/** Longer than the pause between two heartbeats. */
const aliveWithinMs = 20_000;

export const databaseFound: SystemCheck = {
  name: 'Database',
  run: async ({ database }) => {
    const begun = performance.now();
    const { engine, version } = await databaseFacts(database);
    const ms = Math.max(1, Math.round(performance.now() - begun));
    const found = `${engine} ${version} answers in ${ms} ms.`;
    return ms > slowMs ? warning(found, 'Look at its load, its disk and the network between.') : fine(found);
  },
};

export const clockCheck: SystemCheck = {
  name: 'Clock',
  run: async ({ database }) => {
    const { clock } = await databaseFacts(database);
    const difference = Math.abs(clock - Date.now());
    const found = `This machine and the database differ by ${(difference / 1_000).toFixed(1)} s.`;
    return difference > maxClockDifferenceMs
      ? warning(found, 'Set both clocks by NTP: schedules and billing cycles follow them.')
      : fine(found);
  },
};

export const processesCheck: SystemCheck = {
  name: 'Processes',
  run: async ({ database }) => {
    const alive = await countAlive(database, aliveWithinMs);
    if (alive === 0)
      return wrong(
        'No process has told the database that it lives.',
        'Look for “heartbeat failed” in the log.',
      );
    return fine(alive === 1 ? 'One process is running.' : `${alive} processes share the work.`);
  },
};

export const uploadsCheck: SystemCheck = {
  name: 'Uploads',
  run: async ({ config, uploads }) => {
    try {
      if (config.uploadsUrl !== undefined) {
        // Of one that is not there, only a bucket that can be reached says so.
        await uploads.copy(randomId(), config.scratchDir);
        await uploads.check();
        return fine(`The bucket ${uploads.name} is writable.`);
      }
      await prepareFolder(uploads.name, 'DATA_DIR');
    } catch (error) {
      if (error instanceof Error) return wrong(`${uploads.name} is not writable.`, error.message);
      throw error;
    }
    const { bavail, blocks, bsize } = await statfs(uploads.name);
    const found = `The folder ${uploads.name} is writable; ${((bavail * bsize) / gigabyte).toFixed(1)} GB are free.`;
    return bavail < blocks * leastFreeShare
      ? warning(found, 'Make room: less than a tenth of the disk is free.')
      : fine(found);
  },
};
