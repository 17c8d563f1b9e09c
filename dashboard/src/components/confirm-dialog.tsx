/** Before something that cannot be undone: says what stops working, and does it only by its button. */
import { Button, Group, Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorNote } from './error-note.tsx';

interface ConfirmDialogProps {
  readonly isOpen: boolean;
  readonly title: string;
  /** What happens, and what stops working. */
  readonly children: ReactNode;
  /** The words of the button: “Delete the endpoint”. */
  readonly action: string;
  readonly isBusy?: boolean;
  readonly error?: Error | null;
  readonly onConfirm: () => unknown;
  readonly onClose: () => unknown;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, title, children, action, isBusy = false, error, onConfirm, onClose } = props;
  return (
    <Modal opened={isOpen} onClose={() => onClose()} title={title} centered>
      <Stack>
        <div>{children}</div>
        {error && <ErrorNote error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={() => onClose()} data-autofocus>
            Cancel
          </Button>
          <Button color="red.9" loading={isBusy} onClick={() => onConfirm()}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
