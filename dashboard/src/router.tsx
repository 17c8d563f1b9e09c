/** Every address of the dashboard; pages are loaded when they are opened, those of strangers are in `entry-routes.tsx`. */
import { createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { adminAccountsSearch, adminAuditSearch, adminMailSearch } from './admin-searches.ts';
import { entryRoutes, root } from './entry-routes.tsx';
import { Frame } from './features/frame/frame.tsx';
import { endpointSearch } from './pages/endpoints/endpoint-sorts.ts';
import { EndpointsPage } from './pages/endpoints-page.tsx';
import { pageIn, textIn, wholeNumberIn, wordIn } from './search-parameters.ts';

const frame = createRoute({ getParentRoute: () => root, id: 'frame', component: Frame });

const endpoints = createRoute({
  getParentRoute: () => frame,
  path: '/',
  component: EndpointsPage,
  validateSearch: endpointSearch,
});

const newEndpoint = createRoute({
  getParentRoute: () => frame,
  path: '/new',
  component: lazyRouteComponent(() => import('./pages/new-endpoint-page.tsx'), 'NewEndpointPage'),
});

const newFromFile = createRoute({
  getParentRoute: () => frame,
  path: '/new/file',
  component: lazyRouteComponent(() => import('./pages/new-endpoint/file-page.tsx'), 'FilePage'),
});

const newFromFiles = createRoute({
  getParentRoute: () => frame,
  path: '/new/files',
  component: lazyRouteComponent(() => import('./pages/new-endpoint/files-page.tsx'), 'FilesPage'),
});

const newConnection = createRoute({
  getParentRoute: () => frame,
  path: '/new/$platform',
  component: lazyRouteComponent(
    () => import('./pages/new-endpoint/connection-page.tsx'),
    'ConnectionStepPage',
  ),
});

const newTable = createRoute({
  getParentRoute: () => frame,
  path: '/new/$platform/table',
  component: lazyRouteComponent(() => import('./pages/new-endpoint/table-page.tsx'), 'TablePage'),
});

const newFields = createRoute({
  getParentRoute: () => frame,
  path: '/new/$platform/fields',
  component: lazyRouteComponent(() => import('./pages/new-endpoint/fields-page.tsx'), 'FieldsPage'),
});

const newReady = createRoute({
  getParentRoute: () => frame,
  path: '/new/ready/$id',
  component: lazyRouteComponent(() => import('./pages/new-endpoint/ready-page.tsx'), 'ReadyPage'),
});

const endpoint = createRoute({
  getParentRoute: () => frame,
  path: '/endpoints/$id',
  component: lazyRouteComponent(() => import('./pages/endpoint/endpoint-page.tsx'), 'EndpointPage'),
});

const buildUrl = createRoute({
  getParentRoute: () => endpoint,
  path: '/',
  component: lazyRouteComponent(() => import('./pages/endpoint/build-url-tab.tsx'), 'BuildUrlTab'),
  validateSearch: (search): { query?: string; view?: string; revision?: number } => ({
    ...textIn(search, 'query'),
    ...textIn(search, 'view'),
    ...wholeNumberIn(search, 'revision'),
  }),
});

const useIt = createRoute({
  getParentRoute: () => endpoint,
  path: '/use',
  component: lazyRouteComponent(() => import('./pages/endpoint/use-it-tab.tsx'), 'UseItTab'),
  validateSearch: (search): { program?: string } => textIn(search, 'program'),
});

const endpointSettings = createRoute({
  getParentRoute: () => endpoint,
  path: '/settings',
  component: lazyRouteComponent(() => import('./pages/endpoint/settings-tab.tsx'), 'SettingsTab'),
});

const views = createRoute({
  getParentRoute: () => endpoint,
  path: '/views',
  component: lazyRouteComponent(() => import('./pages/endpoint/views-tab.tsx'), 'ViewsTab'),
  validateSearch: (search): { page?: number } => pageIn(search),
});

const endpointUsage = createRoute({
  getParentRoute: () => endpoint,
  path: '/usage',
  component: lazyRouteComponent(() => import('./pages/endpoint/usage-tab.tsx'), 'UsageTab'),
  validateSearch: (search): { status?: 'succeeded' | 'refused' | 'failed'; before?: number } => ({
    ...wordIn(search, 'status', ['succeeded', 'refused', 'failed'] as const),
    ...wholeNumberIn(search, 'before'),
  }),
});

const connections = createRoute({
  getParentRoute: () => frame,
  path: '/connections',
  component: lazyRouteComponent(() => import('./pages/connections-page.tsx'), 'ConnectionsPage'),
  validateSearch: pageIn,
});

const connection = createRoute({
  getParentRoute: () => frame,
  path: '/connections/$id',
  component: lazyRouteComponent(() => import('./pages/connection-page.tsx'), 'ConnectionPage'),
  validateSearch: pageIn,
});

const schedules = createRoute({
  getParentRoute: () => frame,
  path: '/schedules',
  component: lazyRouteComponent(() => import('./pages/schedules-page.tsx'), 'SchedulesPage'),
  validateSearch: pageIn,
});

const newSchedule = createRoute({
  getParentRoute: () => frame,
  path: '/schedules/new',
  component: lazyRouteComponent(() => import('./pages/new-schedule-page.tsx'), 'NewSchedulePage'),
  validateSearch: (search): { endpoint?: string; view?: string } => ({
    ...textIn(search, 'endpoint'),
    ...textIn(search, 'view'),
  }),
});

const schedule = createRoute({
  getParentRoute: () => frame,
  path: '/schedules/$id',
  component: lazyRouteComponent(() => import('./pages/schedule-page.tsx'), 'SchedulePage'),
  validateSearch: pageIn,
});

const editSchedule = createRoute({
  getParentRoute: () => frame,
  path: '/schedules/$id/edit',
  component: lazyRouteComponent(() => import('./pages/edit-schedule-page.tsx'), 'EditSchedulePage'),
});

const usage = createRoute({
  getParentRoute: () => frame,
  path: '/usage',
  component: lazyRouteComponent(() => import('./pages/usage-page.tsx'), 'UsagePage'),
  validateSearch: pageIn,
});

const bin = createRoute({
  getParentRoute: () => frame,
  path: '/bin',
  component: lazyRouteComponent(() => import('./pages/bin-page.tsx'), 'BinPage'),
  validateSearch: pageIn,
});

const account = createRoute({
  getParentRoute: () => frame,
  path: '/account',
  component: lazyRouteComponent(() => import('./pages/account-page.tsx'), 'AccountPage'),
});

const intervals = ['monthly', 'annual'] as const;

const plans = createRoute({
  getParentRoute: () => frame,
  path: '/plans',
  component: lazyRouteComponent(() => import('./pages/plans-page.tsx'), 'PlansPage'),
  validateSearch: (search): { session?: string; interval?: (typeof intervals)[number] } => ({
    ...textIn(search, 'session'),
    ...wordIn(search, 'interval', intervals),
  }),
});

const adminOverview = createRoute({
  getParentRoute: () => frame,
  path: '/admin',
  component: lazyRouteComponent(() => import('./pages/admin-overview-page.tsx'), 'AdminOverviewPage'),
});

const adminAccounts = createRoute({
  getParentRoute: () => frame,
  path: '/admin/accounts',
  component: lazyRouteComponent(() => import('./pages/admin-accounts-page.tsx'), 'AdminAccountsPage'),
  validateSearch: adminAccountsSearch,
});

const adminMail = createRoute({
  getParentRoute: () => frame,
  path: '/admin/mail',
  component: lazyRouteComponent(() => import('./pages/admin-mail-page.tsx'), 'AdminMailPage'),
  validateSearch: adminMailSearch,
});

const adminAudit = createRoute({
  getParentRoute: () => frame,
  path: '/admin/audit',
  component: lazyRouteComponent(() => import('./pages/admin-audit-page.tsx'), 'AdminAuditPage'),
  validateSearch: adminAuditSearch,
});

const adminSystem = createRoute({
  getParentRoute: () => frame,
  path: '/admin/system',
  component: lazyRouteComponent(() => import('./pages/admin-system-page.tsx'), 'AdminSystemPage'),
});

export const router = createRouter({
  routeTree: root.addChildren([
    ...entryRoutes,
    frame.addChildren([
      endpoints,
      newEndpoint,
      newFromFile,
      newFromFiles,
      newConnection,
      newTable,
      newFields,
      newReady,
      endpoint.addChildren([buildUrl, useIt, endpointSettings, views, endpointUsage]),
      connections,
      connection,
      schedules,
      newSchedule,
      schedule,
      editSchedule,
      usage,
      bin,
      account,
      plans,
      adminOverview,
      adminAccounts,
      adminMail,
      adminAudit,
      adminSystem,
    ]),
  ]),
  basepath: new URL(document.baseURI).pathname,
  defaultPreload: 'intent',
  // What a page has not read with care does not reach it.
  search: { strict: true },
});
