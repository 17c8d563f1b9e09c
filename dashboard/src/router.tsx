/** Every address of the dashboard. */
import { createRootRoute, createRoute, createRouter, Outlet } from '@tanstack/react-router';
import { EndpointsPage } from './pages/endpoints-page.tsx';
import { SetupPage } from './pages/setup-page.tsx';
import { SignInPage } from './pages/sign-in-page.tsx';
import { Frame } from './parts/frame.tsx';

const rootRoute = createRootRoute({ component: Outlet });

const setupRoute = createRoute({ getParentRoute: () => rootRoute, path: '/setup', component: SetupPage });
const signInRoute = createRoute({ getParentRoute: () => rootRoute, path: '/sign-in', component: SignInPage });
const frameRoute = createRoute({ getParentRoute: () => rootRoute, id: 'frame', component: Frame });
const endpointsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/',
  component: EndpointsPage,
});

export const router = createRouter({
  routeTree: rootRoute.addChildren([setupRoute, signInRoute, frameRoute.addChildren([endpointsRoute])]),
  basepath: new URL(document.baseURI).pathname,
  defaultPreload: 'intent',
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
