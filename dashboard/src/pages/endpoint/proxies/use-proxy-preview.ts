/** The preview of an endpoint with the parameters of a proxy, asked for while its dialog is open. */
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type Answer, call } from '../../../api-client.ts';
import type { MadeProxy } from './revoke-dialog.tsx';

export function useProxyPreview(
  endpointId: string,
  proxy: MadeProxy | undefined,
): UseQueryResult<Answer<'POST /api/endpoints/:id/preview'>> {
  return useQuery({
    queryKey: ['preview of a proxy', proxy?.id],
    queryFn: ({ signal }) =>
      call(
        'POST /api/endpoints/:id/preview',
        { params: { id: endpointId }, body: { parameters: { ...proxy?.parameters } } },
        signal,
      ),
    enabled: proxy !== undefined,
    // Each asks the source.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}
