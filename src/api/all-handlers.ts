/** Every route of the dashboard's interface, by its name in the contract. */
import { accountHandlers } from './account/account-handlers.ts';
import { administratorHandlers } from './administration/administrator-handlers.ts';
import type { Handlers } from './api.ts';
import { choiceHandlers } from './choices/choice-handlers.ts';
import { connectionHandlers } from './connections/connection-handlers.ts';
import { endpointHandlers } from './endpoints/endpoint-handlers.ts';
import { proxyHandlers } from './endpoints/proxy-handlers.ts';
import { planHandlers } from './plans/plan-handlers.ts';
import { previewHandlers } from './previews/preview-handlers.ts';
import { publicPageHandlers } from './previews/public-page-handlers.ts';
import { scheduleHandlers } from './schedules/schedule-handlers.ts';
import { usageHandlers } from './usage/usage-handlers.ts';

export const allHandlers: Handlers = {
  ...accountHandlers,
  ...endpointHandlers,
  ...previewHandlers,
  ...proxyHandlers,
  ...connectionHandlers,
  ...choiceHandlers,
  ...scheduleHandlers,
  ...usageHandlers,
  ...planHandlers,
  ...publicPageHandlers,
  ...administratorHandlers,
};
