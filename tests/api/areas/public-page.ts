/** The routes of `src/api/previews/public-page-rows.ts`. */
import type { Area } from './area.ts';

export const publicPageArea: Area = {
  makeObjects: async (service, owner) => {
    const id = await service.publish('a\n1\n', '--owner', owner, '--name', 'For everybody');
    await service.command('endpoint', 'set', id, '--public', 'true');
    return { '/api/public/': id };
  },
  queries: { 'GET /api/public/:id/profile': 'column=a' },
};
