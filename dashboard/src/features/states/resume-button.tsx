/** Resumes a paused endpoint; its URL stays the same. */
import { Button, Stack } from '@mantine/core';
import { ErrorNote } from '../../components/error-note.tsx';
import { usePause } from './use-pause.ts';

interface ResumeButtonProps {
  readonly endpointId: string;
  readonly endpointName: string;
  readonly size: 'xs' | 'compact-sm';
}

export function ResumeButton({ endpointId: id, endpointName: name, size }: ResumeButtonProps) {
  const pause = usePause();
  return (
    <Stack gap="xs" align="flex-start">
      <Button
        size={size}
        variant={size === 'xs' ? 'filled' : 'default'}
        aria-label={`Resume the endpoint ${name}`}
        loading={pause.isPending}
        onClick={() => pause.mutate({ endpoints: [{ id, name }], isPaused: false })}
      >
        Resume
      </Button>
      {pause.isError && <ErrorNote error={pause.error} title="The endpoint could not be resumed" />}
    </Stack>
  );
}
