/** The routes of `src/api/bin/bin-rows.ts`. */
import type { Area } from './area.ts';

export const binArea: Area = {
  makeObjects: async (service, owner) => {
    const endpoint = await service.publish('a\n1\n', '--owner', owner, '--name', 'Deleted');
    await service.command('endpoint', 'delete', endpoint);
    return { '/api/bin/': endpoint };
  },
};
