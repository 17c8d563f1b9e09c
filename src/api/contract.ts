/**
 * The internal interface between the dashboard and the service, one row for each route: who may call it, what it
 * takes and what it answers. The only file of `src/` that `dashboard/` imports, and only its types. Errors have the
 * shape of contract 7.1 on every route.
 */
import { accountRows } from './contract/account-rows.ts';
import { administratorRows } from './contract/administrator-rows.ts';
import { choiceRows } from './contract/choice-rows.ts';
import { connectionRows } from './contract/connection-rows.ts';
import { endpointRows } from './contract/endpoint-rows.ts';
import { planRows } from './contract/plan-rows.ts';
import { previewRows } from './contract/preview-rows.ts';
import { proxyRows } from './contract/proxy-rows.ts';
import { publicPageRows } from './contract/public-page-rows.ts';
import type { Routes } from './contract/route.ts';
import { scheduleRows } from './contract/schedule-rows.ts';
import { usageRows } from './contract/usage-rows.ts';

export const contract = {
  ...accountRows,
  ...endpointRows,
  ...previewRows,
  ...proxyRows,
  ...connectionRows,
  ...choiceRows,
  ...scheduleRows,
  ...usageRows,
  ...planRows,
  ...publicPageRows,
  ...administratorRows,
} as const satisfies Routes;

export type Contract = typeof contract;
export type RouteName = keyof Contract;

export const routeNames = Object.keys(contract).filter((name): name is RouteName => name in contract);
