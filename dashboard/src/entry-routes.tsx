/** The pages of the dashboard that are open to somebody who is not signed in. */
import { createRootRoute, createRoute, lazyRouteComponent, Outlet } from '@tanstack/react-router';
import { NotFoundPage } from './pages/not-found-page.tsx';
import { SetupPage } from './pages/setup-page.tsx';
import { SignInPage, type SignInSearch } from './pages/sign-in-page.tsx';
import { textIn, wordIn } from './search-parameters.ts';

export const root = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage });

const setup = createRoute({ getParentRoute: () => root, path: '/setup', component: SetupPage });

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  component: SignInPage,
  validateSearch: (search): SignInSearch => ({
    ...textIn(search, 'next'),
    ...textIn(search, 'error'),
    ...wordIn(search, 'window', ['beside'] as const),
  }),
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

const RestorePage = lazyRouteComponent(() => import('./pages/restore-page.tsx'), 'RestorePage');
const restore = createRoute({ getParentRoute: () => root, path: '/restore', component: RestorePage });

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
  validateSearch: (search): { program?: string } => textIn(search, 'program'),
});

export const entryRoutes = [
  setup,
  signIn,
  signUp,
  verify,
  restore,
  forgotPassword,
  resetPassword,
  publicPage,
] as const;
