/** A switch of an endpoint: shown as changed at once, back again if the service refuses. */
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Answer, call } from '../../../api-client.ts';

type Details = Answer<'GET /api/endpoints/:id'>;
type Switched = { readonly isPublic: boolean } | { readonly customParameters: 'all_fields'[] };

export function useSetting(
  id: string,
): UseMutationResult<Details, Error, Switched, { readonly before: Details | undefined }> {
  const queries = useQueryClient();
  const queryKey = ['GET /api/endpoints/:id', { params: { id } }];
  return useMutation({
    mutationFn: (body: Switched) => call('PATCH /api/endpoints/:id', { params: { id }, body }),
    onMutate: async (body) => {
      await queries.cancelQueries({ queryKey });
      const before = queries.getQueryData<Details>(queryKey);
      if (before) queries.setQueryData<Details>(queryKey, { ...before, ...body });
      return { before };
    },
    onError: (_error, _body, kept) => queries.setQueryData(queryKey, kept?.before),
    onSettled: () => queries.invalidateQueries(),
  });
}
