/** Starts the dashboard: theme, queries, routes. */
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './style.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiError } from './api-client.ts';
import { removeOldDrafts } from './drafts.ts';
import { pageNonce } from './page-nonce.ts';
import { router } from './router.tsx';
import { cssVariables, theme } from './theme.ts';

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (count, error) =>
        count < 2 &&
        !(error instanceof ApiError && error.refusal.status >= 400 && error.refusal.status < 500),
      staleTime: 5_000,
    },
  },
});

removeOldDrafts();
const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        getStyleNonce={() => pageNonce}
      >
        <QueryClientProvider client={queries}>
          <Notifications autoClose={4_000} />
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
}
