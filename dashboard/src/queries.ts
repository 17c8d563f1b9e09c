/** What was asked and is kept while fresh; every answer and failure tells whether the session goes on. */
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-client.ts';
import { noticeAccount, noticeFailure } from './features/sign-in/session-watch.ts';

const accountRoute = 'GET /api/account';
export const accountKey = [accountRoute];

export const queries = new QueryClient({
  queryCache: new QueryCache({
    onError: noticeFailure,
    onSuccess: (data, { queryKey }) => {
      if (queryKey[0] === accountRoute && hasId(data)) noticeAccount(data.id);
    },
  }),
  mutationCache: new MutationCache({ onError: noticeFailure }),
  defaultOptions: {
    queries: {
      retry: (count, error) =>
        count < 2 &&
        !(error instanceof ApiError && error.refusal.status >= 400 && error.refusal.status < 500),
      staleTime: 5_000,
    },
  },
});

function hasId(data: unknown): data is { readonly id: string } {
  return typeof data === 'object' && data !== null && 'id' in data && typeof data.id === 'string';
}
