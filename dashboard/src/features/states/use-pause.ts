/** Pauses and resumes endpoints; the toast offers the way back, also when the page that asked for it is left. */
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api-client.ts';
import { countText } from '../../formats.ts';
import { tellDone, tellFailed } from '../../toasts.tsx';

interface PauseWanted {
  readonly endpoints: readonly { readonly id: string; readonly name: string }[];
  readonly isPaused: boolean;
}

export function usePause(): UseMutationResult<void, Error, PauseWanted> {
  const queries = useQueryClient();
  const set = async ({ endpoints, isPaused }: PauseWanted): Promise<void> => {
    const body = { ids: endpoints.map(({ id }) => id), isPaused };
    const { ids } = await call('POST /api/endpoints/pause', { body });
    const changed = endpoints.filter(({ id }) => ids.includes(id));
    const undo = (): Promise<void> =>
      set({ endpoints: changed, isPaused: !isPaused }).catch(() =>
        tellFailed(`We couldn't ${isPaused ? 'resume' : 'pause'} ${named(changed)}. Please try again.`),
      );
    const [one, several] = isPaused ? ['is paused', 'are paused'] : ['is live again', 'are live again'];
    tellDone(
      `${named(endpoints)} ${endpoints.length === 1 ? one : several}.`,
      changed.length > 0 ? undo : undefined,
    );
    await queries.invalidateQueries();
  };
  return useMutation({ mutationFn: set });
}

function named(endpoints: PauseWanted['endpoints']): string {
  const [first] = endpoints;
  return endpoints.length === 1 && first ? first.name : countText(endpoints.length, 'endpoint', 'endpoints');
}
