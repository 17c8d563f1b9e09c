/** The plan that is made for one customer: it is asked for, not bought. */
import { askForCustomPlan } from '../../accounts/custom-plan-store.ts';
import type { Handlers } from '../api.ts';

export const customPlanHandlers = {
  'POST /api/plans/custom': async ({ context, account, body }) => {
    await askForCustomPlan(context, account, body.message);
    return {};
  },
} satisfies Partial<Handlers>;
