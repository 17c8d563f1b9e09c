/** What can be done with the endpoints that are chosen: tag, pause or resume, delete. Nothing while none is. */
import { Button, Group, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { Answer } from '../../api-client.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { usePause } from '../../features/states/use-pause.ts';
import { numberText } from '../../formats.ts';
import type { Selection } from './use-selection.ts';

const DeleteManyDialog = lazy(() =>
  import('./delete-many-dialog.tsx').then((module) => ({ default: module.DeleteManyDialog })),
);
const TagManyDialog = lazy(() =>
  import('./tag-many-dialog.tsx').then((module) => ({ default: module.TagManyDialog })),
);

interface SelectionBarProps {
  readonly endpoints: Answer<'GET /api/endpoints'>['endpoints'];
  readonly selection: Selection;
}

export function SelectionBar({ endpoints, selection }: SelectionBarProps) {
  const [open, setOpen] = useState<'delete' | 'tag'>();
  const pause = usePause();
  const chosen = endpoints.filter(({ id }) => selection.ids.has(id));
  const close = (): void => setOpen(undefined);
  const done = (): void => {
    close();
    selection.selectAll(false);
  };
  const setPaused = (isPaused: boolean): void =>
    pause.mutate(
      { endpoints: chosen.filter((each) => each.isPaused !== isPaused), isPaused },
      { onSuccess: () => selection.selectAll(false) },
    );
  if (chosen.length === 0) return null;
  return (
    <Group gap="sm" role="toolbar" aria-label="Selected endpoints">
      <Text size="sm" fw={600} role="status">
        {numberText(chosen.length)} selected
      </Text>
      <Button size="xs" variant="default" onClick={() => setOpen('tag')}>
        Tag
      </Button>
      {chosen.some(({ isPaused }) => !isPaused) && (
        <Button size="xs" variant="default" loading={pause.isPending} onClick={() => setPaused(true)}>
          Pause
        </Button>
      )}
      {chosen.some(({ isPaused }) => isPaused) && (
        <Button size="xs" variant="default" loading={pause.isPending} onClick={() => setPaused(false)}>
          Resume
        </Button>
      )}
      <Button size="xs" variant="default" c="var(--mantine-color-error)" onClick={() => setOpen('delete')}>
        Delete
      </Button>
      <Button size="xs" variant="default" onClick={() => selection.selectAll(false)}>
        Clear selection
      </Button>
      {pause.isError && <ErrorNote error={pause.error} title="The endpoints could not be changed" />}
      <Suspense>
        {open === 'delete' && <DeleteManyDialog endpoints={chosen} onClose={close} onDone={done} />}
        {open === 'tag' && <TagManyDialog endpoints={chosen} onClose={close} onDone={done} />}
      </Suspense>
    </Group>
  );
}
