/** The routes of `src/api/schedules/schedule-rows.ts`. */
import type { Area } from './area.ts';

const timing = { cadence: 'daily', at: '07:30', zone: 'Europe/Berlin', weekday: null, day: null };

export const scheduleArea: Area = {
  bodies: {
    'POST /api/schedules': {
      endpointId: '0'.repeat(22),
      name: 'New',
      timing,
      parameters: {},
      webhook: null,
    },
    'POST /api/schedules/next-runs': timing,
    'PATCH /api/schedules/:id': { name: 'Changed' },
  },
  makeObjects: async (service, owner) => {
    const endpoint = await service.publish('a\n1\n', '--owner', owner, '--name', 'Scheduled');
    const words = ['--name', 'Morning', '--cadence', 'daily', '--at', '07:30', '--zone', 'UTC'];
    const made = await service.command('schedule', 'create', owner, '--endpoint', endpoint, ...words);
    return { '/api/schedules/': String(made['id']) };
  },
};
