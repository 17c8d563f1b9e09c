/** The routes of `src/api/endpoints/proxy-rows.ts`. */
import { digest } from '../../../src/base/digest.ts';
import type { Area } from './area.ts';

export const proxyArea: Area = {
  bodies: {
    'POST /api/endpoints/:id/proxies': { name: 'Records', parameters: { type: 'json_records' } },
    'PATCH /api/proxies/:id': { revision: 0, name: 'Renamed' },
  },
  makeObjects: async (service, owner) => {
    const endpoint = await service.publish('a\n1\n', '--owner', owner, '--name', 'With a proxy');
    const { id } = await service.command('proxy', 'create', endpoint);
    return { '/api/proxies/': digest('proxy', String(id)) };
  },
};
