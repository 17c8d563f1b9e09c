/** Every address of the dashboard; pages are loaded when they are opened. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router';
import { EndpointsPage } from './pages/endpoints-page.tsx';
import { NotFoundPage } from './pages/not-found-page.tsx';
import { SetupPage } from './pages/setup-page.tsx';
import { SignInPage } from './pages/sign-in-page.tsx';
import { Frame } from './parts/frame.tsx';
import { pageIn, textIn, wordIn } from './search-parameters.ts';

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage });

const setup = createRoute({ getParentRoute: () => root, path: '/setup', component: SetupPage });

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  component: SignInPage,
  validateSearch: (search): { next?: string } => textIn(search, 'next'),
});

const signUp = createRoute({
  getParentRoute: () => root,
  path: '/sign-up',
  component: lazyRouteComponent(() => import('./pages/sign-up-page.tsx'), 'SignUpPage'),
});

const verify = createRoute({
  getParentRoute: () => root,
  path: '/verify',
  component: lazyRouteComponent(() => import('./pages/verify-page.tsx'), 'VerifyPage'),
});

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  component: lazyRouteComponent(() => import('./pages/forgot-password-page.tsx'), 'ForgotPasswordPage'),
});

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  component: lazyRouteComponent(() => import('./pages/reset-password-page.tsx'), 'ResetPasswordPage'),
});

const publicPage = createRoute({
  getParentRoute: () => root,
  path: '/t/$id',
  component: lazyRouteComponent(() => import('./pages/public-page.tsx'), 'PublicPage'),
});

const frame = createRoute({ getParentRoute: () => root, id: 'frame', component: Frame });

const endpoints = createRoute({ getParentRoute: () => frame, path: '/', component: EndpointsPage });

const newEndpoint = createRoute({
  getParentRoute: () => frame,
  path: '/new',
  component: lazyRouteComponent(() => import('./pages/new-endpoint-page.tsx'), 'NewEndpointPage'),
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
});

const useIt = createRoute({
  getParentRoute: () => endpoint,
  path: '/use',
  component: lazyRouteComponent(() => import('./pages/endpoint/use-it-tab.tsx'), 'UseItTab'),
});

const endpointSettings = createRoute({
  getParentRoute: () => endpoint,
  path: '/settings',
  component: lazyRouteComponent(() => import('./pages/endpoint/settings-tab.tsx'), 'SettingsTab'),
});

const proxies = createRoute({
  getParentRoute: () => endpoint,
  path: '/proxies',
  component: lazyRouteComponent(() => import('./pages/endpoint/proxies-tab.tsx'), 'ProxiesTab'),
});

const endpointUsage = createRoute({
  getParentRoute: () => endpoint,
  path: '/usage',
  component: lazyRouteComponent(() => import('./pages/endpoint/usage-tab.tsx'), 'UsageTab'),
});

const connections = createRoute({
  getParentRoute: () => frame,
  path: '/connections',
  component: lazyRouteComponent(() => import('./pages/connections-page.tsx'), 'ConnectionsPage'),
});

const connection = createRoute({
  getParentRoute: () => frame,
  path: '/connections/$id',
  component: lazyRouteComponent(() => import('./pages/connection-page.tsx'), 'ConnectionPage'),
});

const schedules = createRoute({
  getParentRoute: () => frame,
  path: '/schedules',
  component: lazyRouteComponent(() => import('./pages/schedules-page.tsx'), 'SchedulesPage'),
});

const newSchedule = createRoute({
  getParentRoute: () => frame,
  path: '/schedules/new',
  component: lazyRouteComponent(() => import('./pages/new-schedule-page.tsx'), 'NewSchedulePage'),
});

const schedule = createRoute({
  getParentRoute: () => frame,
  path: '/schedules/$id',
  component: lazyRouteComponent(() => import('./pages/schedule-page.tsx'), 'SchedulePage'),
});

const usage = createRoute({
  getParentRoute: () => frame,
  path: '/usage',
  component: lazyRouteComponent(() => import('./pages/usage-page.tsx'), 'UsagePage'),
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

const accountOrders = ['email', 'created', 'credits', 'last visit'] as const;
type AccountOrder = (typeof accountOrders)[number];
const mailStates = ['waiting', 'sent', 'given up'] as const;
type MailState = (typeof mailStates)[number];

const adminAccounts = createRoute({
  getParentRoute: () => frame,
  path: '/admin/accounts',
  component: lazyRouteComponent(() => import('./pages/admin-accounts-page.tsx'), 'AdminAccountsPage'),
  validateSearch: (search): { search?: string; sort?: AccountOrder; page?: number; account?: string } => ({
    ...textIn(search, 'search'),
    ...wordIn(search, 'sort', accountOrders),
    ...pageIn(search),
    ...textIn(search, 'account'),
  }),
});

const adminMail = createRoute({
  getParentRoute: () => frame,
  path: '/admin/mail',
  component: lazyRouteComponent(() => import('./pages/admin-mail-page.tsx'), 'AdminMailPage'),
  validateSearch: (search): { search?: string; state?: MailState; page?: number; mail?: string } => ({
    ...textIn(search, 'search'),
    ...wordIn(search, 'state', mailStates),
    ...pageIn(search),
    ...textIn(search, 'mail'),
  }),
});

const adminSystem = createRoute({
  getParentRoute: () => frame,
  path: '/admin/system',
  component: lazyRouteComponent(() => import('./pages/admin-system-page.tsx'), 'AdminSystemPage'),
});

export const router = createRouter({
  routeTree: root.addChildren([
    setup,
    signIn,
    signUp,
    verify,
    forgotPassword,
    resetPassword,
    publicPage,
    frame.addChildren([
      endpoints,
      newEndpoint,
      endpoint.addChildren([buildUrl, useIt, endpointSettings, proxies, endpointUsage]),
      connections,
      connection,
      schedules,
      newSchedule,
      schedule,
      usage,
      account,
      plans,
      adminAccounts,
      adminMail,
      adminSystem,
    ]),
  ]),
  basepath: new URL(document.baseURI).pathname,
  defaultPreload: 'intent',
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
