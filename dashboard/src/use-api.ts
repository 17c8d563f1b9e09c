/** Calls as queries (kept while fresh, old data shown while new data loads) and as changes (after which all is fresh). */
import {
  keepPreviousData,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { RouteName } from '../../src/api/contract.ts';
import { type Answer, call, type Input } from './api-client.ts';

interface ApiOptions {
  /** Not asked as long as it is false. */
  readonly enabled?: boolean;
  readonly refetchInterval?: number | false;
  /** Also while another window is in front. */
  readonly refetchIntervalInBackground?: boolean;
}

export function useApi<Name extends RouteName>(
  name: Name,
  input: Input<Name>,
  options: ApiOptions = {},
): UseQueryResult<Answer<Name>> {
  return useQuery({
    queryKey: [name, input],
    queryFn: ({ signal }) => call(name, input, signal),
    placeholderData: keepPreviousData,
    ...options,
  });
}

/** A route that changes something. */
export function useChange<Name extends RouteName>(
  name: Name,
  onDone?: (answer: Answer<Name>) => unknown,
): UseMutationResult<Answer<Name>, Error, Input<Name>> {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: Input<Name>) => call(name, input),
    onSuccess: async (answer) => {
      await queries.invalidateQueries();
      await onDone?.(answer);
    },
  });
}
