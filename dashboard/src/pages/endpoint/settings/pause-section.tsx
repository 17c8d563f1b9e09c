/** Pauses the endpoint, and resumes it: what happens meanwhile is said beside the button. */
import { Button } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import type { Answer } from '../../../api-client.ts';
import { ErrorNote } from '../../../components/error-note.tsx';
import { Section } from '../../../components/section.tsx';
import { usePause } from '../../../features/states/use-pause.ts';

export function PauseSection({ endpoint }: { readonly endpoint: Answer<'GET /api/endpoints/:id'> }) {
  const { isPaused } = endpoint;
  const pause = usePause();
  const Icon = isPaused ? IconPlayerPlay : IconPlayerPause;
  return (
    <Section
      title="Pause"
      text="While the endpoint is paused, its URL, views and public page give no data, and its schedules are skipped. Requests get an error and cost no credits. The URL stays the same."
    >
      <div>
        <Button
          variant="default"
          leftSection={<Icon size={16} />}
          loading={pause.isPending}
          onClick={() => pause.mutate({ endpoints: [endpoint], isPaused: !isPaused })}
        >
          {isPaused ? 'Resume endpoint' : 'Pause endpoint'}
        </Button>
      </div>
      {pause.isError && (
        <ErrorNote
          error={pause.error}
          title={isPaused ? 'The endpoint could not be resumed' : 'The endpoint could not be paused'}
        />
      )}
    </Section>
  );
}
