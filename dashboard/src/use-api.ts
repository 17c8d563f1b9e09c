/** A call as a query: kept while it is fresh, old data shown while new data loads. */
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { RouteName } from '../../src/api/contract.ts';
import { type Answer, call, type Input } from './api-client.ts';

export function useApi<Name extends RouteName>(name: Name, input: Input<Name>): UseQueryResult<Answer<Name>> {
  return useQuery({
    queryKey: [name, input],
    queryFn: ({ signal }) => call(name, input, signal),
    placeholderData: keepPreviousData,
  });
}
