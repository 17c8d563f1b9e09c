/** Plans, add-on credits and payment. */
import type { HandlersOf } from '../api.ts';
import { showPlans } from './offered-plans.ts';
import {
  buyMoreCredits,
  cancelPlan,
  changePlanByOwner,
  openPortal,
  quotePlan,
  resumePlan,
  showPayment,
} from './plan-changes.ts';
import type { planRows } from './plan-rows.ts';

export const planHandlers: HandlersOf<typeof planRows> = {
  'GET /api/plans': showPlans,
  'POST /api/plans/quote': quotePlan,
  'POST /api/plans/change': changePlanByOwner,
  'POST /api/plans/cancel': cancelPlan,
  'POST /api/plans/resume': resumePlan,
  'POST /api/plans/credits': buyMoreCredits,
  'POST /api/plans/portal': openPortal,
  'GET /api/plans/payment': showPayment,
};
