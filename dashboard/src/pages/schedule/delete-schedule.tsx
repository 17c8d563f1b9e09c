/** Deletes a schedule, after saying what stops. */
import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../api-client.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { useUndoDelete } from '../../features/bin/use-undo-delete.ts';
import { tellDone } from '../../toasts.tsx';

export function DeleteSchedule({ id, name }: { readonly id: string; readonly name: string }) {
  const [isOpen, dialog] = useDisclosure(false);
  const navigate = useNavigate();
  const queries = useQueryClient();
  const undo = useUndoDelete();
  const remove = useMutation({
    mutationFn: () => call('DELETE /api/schedules/:id', { params: { id } }),
    onSuccess: async () => {
      tellDone(`The schedule ${name} was deleted.`, undo(id));
      // First away from its page, which has nothing to show any more.
      await navigate({ to: '/schedules' });
      await queries.invalidateQueries();
    },
  });
  return (
    <>
      <Button variant="default" leftSection={<IconTrash size={16} />} onClick={dialog.open}>
        Delete
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        title={`Delete ${name}?`}
        action="Delete the schedule"
        isBusy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate()}
        onClose={dialog.close}
      >
        <Text size="sm">
          It runs no more, and nothing is saved by it or posted to its webhook. The endpoint and its URL stay.
          You can undo this for seven days.
        </Text>
      </ConfirmDialog>
    </>
  );
}
