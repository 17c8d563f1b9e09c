/** The end of something whose page is open: the page is left before what it showed is asked for again. */
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';

export function useRemoval(
  remove: () => Promise<unknown>,
  leave: () => Promise<unknown>,
): UseMutationResult<unknown, Error, void> {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => remove(),
    onSuccess: async () => {
      await leave();
      await queries.invalidateQueries();
    },
  });
}
