/** Plans, add-on credits and payment. */
import type { HandlersOf } from './api.ts';
import type { planRows } from './contract/plan-rows.ts';

export const planHandlers: HandlersOf<typeof planRows> = {};
