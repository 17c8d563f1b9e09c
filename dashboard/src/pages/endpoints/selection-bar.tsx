/** What can be done with the endpoints that are chosen: tag, delete. Nothing while none is. */
import { Button, Group, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { Answer } from '../../api-client.ts';
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
  const chosen = endpoints.filter(({ id }) => selection.ids.has(id));
  const close = (): void => setOpen(undefined);
  const done = (): void => {
    close();
    selection.selectAll(false);
  };
  if (chosen.length === 0) return null;
  return (
    <Group gap="sm" role="toolbar" aria-label="Selected endpoints">
      <Text size="sm" fw={600} role="status">
        {numberText(chosen.length)} selected
      </Text>
      <Button size="xs" variant="default" onClick={() => setOpen('tag')}>
        Tag
      </Button>
      <Button size="xs" variant="default" c="var(--mantine-color-error)" onClick={() => setOpen('delete')}>
        Delete
      </Button>
      <Button size="xs" variant="default" onClick={() => selection.selectAll(false)}>
        Clear selection
      </Button>
      <Suspense>
        {open === 'delete' && <DeleteManyDialog endpoints={chosen} onClose={close} onDone={done} />}
        {open === 'tag' && <TagManyDialog endpoints={chosen} onClose={close} onDone={done} />}
      </Suspense>
    </Group>
  );
}
