/** The values of a column, asked for when they are needed: a platform is read once, an upload again for what is typed. */
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api-client.ts';

export interface ValueSource {
  readonly endpointId: string;
  /** Those that decide what the column holds. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly isLive: boolean;
}

const settledMs = 300;
const keptMs = 5 * 60_000;

export function useValues(
  source: ValueSource,
  column: string,
  typed: string,
  isWanted: boolean,
): readonly string[] {
  const { isLive } = source;
  const common = useQuery({ ...valuesQuery(source, column, ''), enabled: isWanted });
  const [settled] = useDebouncedValue(typed, settledMs);
  const isSearched = isWanted && !isLive && settled !== '' && common.data?.isMore === true;
  const found = useQuery({ ...valuesQuery(source, column, settled), enabled: isSearched });
  return [...new Set([...(isSearched ? (found.data?.values ?? []) : []), ...(common.data?.values ?? [])])];
}

function valuesQuery({ endpointId: id, parameters }: ValueSource, column: string, search: string) {
  return {
    queryKey: ['POST /api/endpoints/:id/values', id, parameters, column, search],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
      call(
        'POST /api/endpoints/:id/values',
        { params: { id }, body: { column, search, parameters: { ...parameters } } },
        signal,
      ),
    staleTime: keptMs,
    retry: false,
  };
}
