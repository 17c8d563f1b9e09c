/**
 * The internal interface between the dashboard and the service, one row for each route: who may call it, what it
 * takes and what it answers. The only file of `src/` that `dashboard/` imports, and only its types. Errors have the
 * shape of contract 7.1 on every route.
 */
import { accountRows } from './account/account-rows.ts';
import { accountAdministrationRows } from './administration/account-administration-rows.ts';
import { administratorRows } from './administration/administrator-rows.ts';
import { overviewRows } from './administration/overview-rows.ts';
import { binRows } from './bin/bin-rows.ts';
import { choiceRows } from './choices/choice-rows.ts';
import { connectionRows } from './connections/connection-rows.ts';
import { endpointRows } from './endpoints/endpoint-rows.ts';
import { proxyRows } from './endpoints/proxy-rows.ts';
import { findRows } from './find/find-rows.ts';
import { planRows } from './plans/plan-rows.ts';
import { previewRows } from './previews/preview-rows.ts';
import { publicPageRows } from './previews/public-page-rows.ts';
import type { Routes } from './route.ts';
import { scheduleRows } from './schedules/schedule-rows.ts';
import { usageRows } from './usage/usage-rows.ts';

export const contract = {
  ...accountRows,
  ...endpointRows,
  ...previewRows,
  ...proxyRows,
  ...connectionRows,
  ...choiceRows,
  ...scheduleRows,
  ...usageRows,
  ...binRows,
  ...findRows,
  ...planRows,
  ...publicPageRows,
  ...accountAdministrationRows,
  ...administratorRows,
  ...overviewRows,
} as const satisfies Routes;

export type Contract = typeof contract;
export type RouteName = keyof Contract;

export const routeNames = Object.keys(contract).filter((name): name is RouteName => name in contract);
