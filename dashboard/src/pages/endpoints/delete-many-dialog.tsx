/** Before several endpoints are deleted: which URLs stop. */
import { List, Text } from '@mantine/core';
import type { Answer } from '../../api-client.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { useUndoDelete } from '../../features/bin/use-undo-delete.ts';
import { countText } from '../../formats.ts';
import { tellDone } from '../../toasts.tsx';
import { useChange } from '../../use-api.ts';

export interface ManyDialogProps {
  readonly endpoints: Answer<'GET /api/endpoints'>['endpoints'];
  readonly onClose: () => unknown;
  readonly onDone: () => unknown;
}

export function DeleteManyDialog({ endpoints, onClose, onDone }: ManyDialogProps) {
  const undo = useUndoDelete();
  const remove = useChange('POST /api/endpoints/delete', ({ ids }) => {
    onDone();
    tellDone(`Deleted ${countText(ids.length, 'endpoint', 'endpoints')}.`, undo(...ids));
  });
  const count = countText(endpoints.length, 'endpoint', 'endpoints');
  return (
    <ConfirmDialog
      isOpen
      title={`Delete ${count}?`}
      action={`Delete ${count}`}
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ body: { ids: endpoints.map(({ id }) => id) } })}
      onClose={onClose}
    >
      <Text size="sm" mb="xs">
        Their URLs, proxies and schedules stop at once. You can undo this for seven days.
      </Text>
      <List size="sm" mah={220} style={{ overflowY: 'auto' }} tabIndex={0} aria-label="Endpoints that stop">
        {endpoints.map(({ id, name }) => (
          <List.Item key={id} className="breaking">
            {name}
          </List.Item>
        ))}
      </List>
    </ConfirmDialog>
  );
}
