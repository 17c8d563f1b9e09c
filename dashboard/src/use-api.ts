/** Calls as queries (kept while fresh, old data shown while new data loads) and as changes (after which all is fresh). */
import {
  type Query,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { RouteName } from '../../src/api/contract.ts';
import { type Answer, call, type Input } from './api-client.ts';

interface ApiOptions<Name extends RouteName> {
  /** Not asked as long as it is false. */
  readonly enabled?: boolean;
  /** In milliseconds; by what was answered last, if that decides. */
  readonly refetchInterval?: number | false | ((query: Query<Answer<Name>>) => number | false);
  /** Also while another window is in front. */
  readonly refetchIntervalInBackground?: boolean;
}

export function useApi<Name extends RouteName>(
  name: Name,
  input: Input<Name>,
  options: ApiOptions<Name> = {},
): UseQueryResult<Answer<Name>> {
  return useQuery({
    queryKey: [name, input],
    queryFn: ({ signal }) => call(name, input, signal),
    // Rows stay while others are searched; another object never stands in for the one asked for.
    placeholderData: (previous, query) => (isSameObject(query?.queryKey[1], input) ? previous : undefined),
    ...options,
  });
}

function isSameObject(before: unknown, now: unknown): boolean {
  return JSON.stringify(paramsOf(before)) === JSON.stringify(paramsOf(now));
}

const paramsOf = (input: unknown): unknown =>
  typeof input === 'object' && input !== null && 'params' in input ? input.params : undefined;

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
