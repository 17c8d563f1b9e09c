/** What succeeded, told for four seconds; with a way back where there is one. Errors stay where they arose instead. */
import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';

export function tellDone(text: string, undo?: () => unknown): void {
  const id = crypto.randomUUID?.() ?? String(performance.now());
  notifications.show({
    id,
    role: 'status',
    color: 'green.9',
    // Who wants to undo needs time to find the button.
    autoClose: undo ? 8_000 : 4_000,
    closeButtonProps: { 'aria-label': 'Close', size: 'md' },
    message: undo ? (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{text}</Text>
        <Button
          size="xs"
          variant="default"
          onClick={() => {
            notifications.hide(id);
            undo();
          }}
        >
          Undo
        </Button>
      </Group>
    ) : (
      text
    ),
  });
}

/** What was asked for by a toast and failed: it has no place on the page, and stays until it is closed. */
export function tellFailed(text: string): void {
  notifications.show({
    role: 'alert',
    color: 'red.9',
    autoClose: false,
    closeButtonProps: { 'aria-label': 'Close', size: 'md' },
    message: text,
  });
}
