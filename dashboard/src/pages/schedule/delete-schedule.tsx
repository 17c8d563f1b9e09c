/** Deletes a schedule, after saying what stops. */
import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { tellDone } from '../../toasts.tsx';
import { useChange } from '../../use-api.ts';

export function DeleteSchedule({ id, name }: { readonly id: string; readonly name: string }) {
  const [isOpen, dialog] = useDisclosure(false);
  const navigate = useNavigate();
  const remove = useChange('DELETE /api/schedules/:id');
  const confirm = async (): Promise<void> => {
    await remove.mutateAsync({ params: { id } });
    tellDone(`The schedule ${name} was deleted.`);
    await navigate({ to: '/schedules' });
  };
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
        onConfirm={() => confirm().catch(() => undefined)}
        onClose={dialog.close}
      >
        <Text size="sm">
          It runs no more, and nothing is saved by it or posted to its webhook. Its history is deleted, too.
          The endpoint and its address stay.
        </Text>
      </ConfirmDialog>
    </>
  );
}
