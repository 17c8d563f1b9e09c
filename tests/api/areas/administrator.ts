/** The routes of administrators; Ann is none. */
import type { Area } from './area.ts';

export const administratorArea: Area = {
  bodies: {
    'PATCH /api/administrator/accounts/:id': { isBlocked: true },
    'POST /api/administrator/accounts/:id/credits': { amount: 1, reason: 'A present' },
    'POST /api/administrator/invitations': { email: 'new@example.com' },
  },
};
