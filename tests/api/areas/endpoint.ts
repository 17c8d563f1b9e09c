/** Endpoints and their previews. */
import type { Area } from './area.ts';

export const endpointArea: Area = {
  bodies: {
    'POST /api/endpoints': { upload: '0'.repeat(22), name: 'New', type: 'csv', fields: null },
    'PUT /api/endpoints/:id/file': { upload: '0'.repeat(22) },
    'PATCH /api/endpoints/:id': { name: 'Changed' },
    'POST /api/endpoints/:id/preview': { parameters: {} },
  },
  makeObjects: async (service, owner) => ({
    '/api/endpoints/': await service.publish('a\n1\n', '--owner', owner, '--name', 'Numbers'),
  }),
};
