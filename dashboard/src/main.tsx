/** Starts the dashboard: theme, queries, routes. */
import '@fontsource-variable/atkinson-hyperlegible-next';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './style.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { removeOldDrafts } from './drafts.ts';
import { pageNonce } from './page-nonce.ts';
import { queries } from './queries.ts';
import { router } from './router.tsx';
import { cssVariables, theme } from './theme.ts';

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
