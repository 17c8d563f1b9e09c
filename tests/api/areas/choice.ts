/** Choices on the connection that `connection.ts` has made, which is disconnected. */
import type { Area } from './area.ts';

const choice = { base: 'app00000000000000', table: 'tbl00000000000000' };

export const choiceArea: Area = {
  queries: { 'GET /api/connections/:id/choices': 'part=base' },
  bodies: {
    'POST /api/connections/:id/endpoints': { choice, fields: null, type: 'csv' },
    'POST /api/connections/:id/preview': { choice, fields: null, parameters: {} },
  },
  refusals: { 'GET /api/connections/:id/choices': 423, 'GET /api/connections/:id/fields': 423 },
};
