/** Tells the library of the addresses that there are, so that a link to any other does not compile. */
import type { router } from './router.tsx';

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
