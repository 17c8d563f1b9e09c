/** Endpoints, the files that become some, and previews. */
import { z } from 'zod';
import { signedInAgain } from '../../support/session.ts';
import type { Area } from './area.ts';

const lastLine = z.object({ upload: z.string() });

export const endpointArea: Area = {
  bodies: {
    'POST /api/endpoints': { upload: '0'.repeat(22), name: 'New', type: 'csv', fields: null },
    'PUT /api/endpoints/:id/file': { upload: '0'.repeat(22) },
    'POST /api/endpoints/delete': { ids: ['0'.repeat(22)] },
    'POST /api/endpoints/pause': { ids: ['0'.repeat(22)], isPaused: true },
    'POST /api/endpoints/tags': { ids: ['0'.repeat(22)], add: ['new'] },
    'PATCH /api/endpoints/:id': { name: 'Changed' },
    'POST /api/endpoints/:id/preview': { parameters: {} },
    'POST /api/endpoints/:id/profile': { column: 'a' },
    'POST /api/endpoints/:id/values': { column: 'a' },
    'POST /api/uploads/:id/corrections': { decimal: null, columns: [] },
    'POST /api/uploads/:id/preview': { type: 'csv', fields: null },
  },
  makeObjects: async (service, owner) => {
    const session = await signedInAgain(service, owner);
    const answer = await session.upload('/api/uploads?name=a.csv', 'a\n1\n');
    const line = (await answer.text()).trim().split('\n').at(-1) ?? '';
    return {
      '/api/endpoints/': await service.publish('a\n1\n', '--owner', owner, '--name', 'Numbers'),
      '/api/uploads/': lastLine.parse(JSON.parse(line)).upload,
    };
  },
};
