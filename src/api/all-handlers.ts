/** Every route of the dashboard's interface, by its name in the contract. */
import { accountHandlers } from './account-handlers.ts';
import { administratorHandlers } from './administrator-handlers.ts';
import type { Handlers } from './api.ts';
import { choiceHandlers } from './choice-handlers.ts';
import { connectionHandlers } from './connection-handlers.ts';
import { endpointHandlers } from './endpoint-handlers.ts';
import { planHandlers } from './plan-handlers.ts';
import { previewHandlers } from './preview-handlers.ts';
import { proxyHandlers } from './proxy-handlers.ts';
import { publicPageHandlers } from './public-page-handlers.ts';
import { scheduleHandlers } from './schedule-handlers.ts';
import { usageHandlers } from './usage-handlers.ts';

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
