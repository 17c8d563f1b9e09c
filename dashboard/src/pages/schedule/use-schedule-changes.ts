/** Run now, pause and resume: what the list and the page of a schedule have in common. */
import { tellDone } from '../../toasts.tsx';
import { useChange } from '../../use-api.ts';

export function useScheduleChanges({ id, name }: { readonly id: string; readonly name: string }) {
  const input = { params: { id } };
  const run = useChange('POST /api/schedules/:id/run');
  const pause = useChange('POST /api/schedules/:id/pause');
  const resume = useChange('POST /api/schedules/:id/resume');
  const pauseNow = (): void =>
    pause.mutate(input, { onSuccess: () => tellDone(`${name} is paused.`, resumeNow) });
  const resumeNow = (): void =>
    resume.mutate(input, { onSuccess: () => tellDone(`${name} runs again.`, pauseNow) });
  return {
    run: () => run.mutate(input),
    pause: pauseNow,
    resume: resumeNow,
    isBusy: pause.isPending || resume.isPending,
    isStarting: run.isPending,
    error: run.error ?? pause.error ?? resume.error,
  };
}
