/** Tags for several endpoints: those to add, and those to remove that one of them has. */
import { Button, Group, Modal, MultiSelect, Stack, TagsInput } from '@mantine/core';
import { useState } from 'react';
import { ErrorNote } from '../../components/error-note.tsx';
import { countText } from '../../formats.ts';
import { tellDone } from '../../toasts.tsx';
import { useApi, useChange } from '../../use-api.ts';
import type { ManyDialogProps } from './delete-many-dialog.tsx';

const most = 20;

export function TagManyDialog({ endpoints, onClose, onDone }: ManyDialogProps) {
  const [add, setAdd] = useState<string[]>([]);
  const [remove, setRemove] = useState<string[]>([]);
  const { data } = useApi('GET /api/tags', {});
  const present = [...new Set(endpoints.flatMap(({ tags }) => tags))].sort((a, b) => a.localeCompare(b));
  const count = countText(endpoints.length, 'endpoint', 'endpoints');
  const save = useChange('POST /api/endpoints/tags', () => {
    onDone();
    tellDone(`The tags of ${count} are saved.`);
  });
  return (
    <Modal opened onClose={onClose} title={`Tag ${count}`} centered>
      <Stack>
        <TagsInput
          label="Add tags"
          description="Type a tag, then press Enter."
          data={data?.tags.map(({ tag }) => tag) ?? []}
          value={add}
          onChange={(tags) => setAdd(tags.map((tag) => tag.trim().slice(0, 50)).filter((tag) => tag !== ''))}
          maxTags={most}
          data-autofocus
        />
        {present.length > 0 && (
          <MultiSelect label="Remove tags" data={present} value={remove} onChange={setRemove} />
        )}
        {save.error && <ErrorNote error={save.error} title="The tags could not be saved" />}
        <Group>
          <Button
            loading={save.isPending}
            disabled={add.length + remove.length === 0}
            onClick={() => save.mutate({ body: { ids: endpoints.map(({ id }) => id), add, remove } })}
          >
            Save tags
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
