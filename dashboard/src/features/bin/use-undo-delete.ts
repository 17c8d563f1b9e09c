/** The way back of something that was just deleted: a toast offers it, the bin has it for seven days. */
import { useQueryClient } from '@tanstack/react-query';
import { ApiError, call } from '../../api-client.ts';
import { numberText } from '../../formats.ts';
import { tellDone, tellFailed } from '../../toasts.tsx';

export function useUndoDelete(): (...ids: readonly string[]) => () => Promise<void> {
  const queries = useQueryClient();
  return (...ids) =>
    async () => {
      try {
        const notes: string[] = [];
        for (const id of ids) {
          const { name, note } = await call('POST /api/bin/:id/restore', { params: { id } });
          if (ids.length === 1) notes.push(`${name} is back.`);
          if (note !== null) notes.push(note);
        }
        tellDone(notes.length > 0 ? notes.join(' ') : `${numberText(ids.length)} endpoints are back.`);
      } catch (error) {
        tellFailed(reasonOf(error));
      }
      await queries.invalidateQueries();
    };
}

function reasonOf(error: unknown): string {
  if (error instanceof ApiError) return `${error.refusal.data ?? error.message} You find it in the bin.`;
  return 'It could not be restored. You find it in the bin.';
}
