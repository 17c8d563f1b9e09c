/** A secret that can never be shown again: the box closes by its button only, and says so. */
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { CodeBlock } from './code-block.tsx';
import { CopyButton } from './copy-button.tsx';

interface ShownOnceDialogProps {
  /** Undefined: the dialog is closed. */
  readonly secret: string | undefined;
  readonly title: string;
  /** What it is: “token”. */
  readonly what: string;
  /** What it is for. */
  readonly children: ReactNode;
  readonly onClose: () => unknown;
}

export function ShownOnceDialog({ secret, title, what, children, onClose }: ShownOnceDialogProps) {
  return (
    <Modal
      opened={secret !== undefined}
      onClose={() => onClose()}
      title={title}
      size="lg"
      centered
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack>
        <Text size="sm">{children}</Text>
        <CodeBlock text={secret ?? ''} label={title} />
        <Alert variant="outline" color="yellow" icon={<IconAlertTriangle />} p="xs">
          This is the only time that it is shown. Copy it to a safe place before you close this box.
        </Alert>
        <Group justify="space-between">
          <CopyButton text={secret ?? ''} label={`Copy the ${what}`} size="sm" data-autofocus />
          <Button onClick={() => onClose()}>I have stored it</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
