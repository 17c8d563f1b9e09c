/** The routes of `src/api/plans/plan-rows.ts`, on a service without payment. */
import type { Area } from './area.ts';

const term = { plan: 'lite', interval: 'monthly' };

export const planArea: Area = {
  bodies: {
    'POST /api/plans/quote': term,
    'POST /api/plans/change': term,
    'POST /api/plans/credits': { credits: 100 },
    'POST /api/plans/custom': { message: 'We need more' },
  },
  queries: { 'GET /api/plans/payment': 'session=cs_test_1' },
  // There is nothing that could be paid.
  refusals: { 'GET /api/plans/payment': 409 },
};
