/** A new API key, shown this one time; the box closes by its button only. */
import { Button, Code, Group, Modal, Stack, Text } from '@mantine/core';
import { useRef } from 'react';
import { CopyButton } from '../../components/copy-button.tsx';

interface NewKeyDialogProps {
  readonly apiKey: string | undefined;
  readonly onClose: () => void;
}

export function NewKeyDialog({ apiKey, onClose }: NewKeyDialogProps) {
  // Stays while the box closes.
  const last = useRef('');
  last.current = apiKey ?? last.current;
  return (
    <Modal
      opened={apiKey !== undefined}
      onClose={() => undefined}
      onExitTransitionEnd={() => {
        last.current = '';
      }}
      title="Your new API key"
      closeOnEscape={false}
      closeOnClickOutside={false}
      withCloseButton={false}
      centered
    >
      <Stack>
        <Text size="sm">Copy it now: it is shown only once.</Text>
        <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          {apiKey ?? last.current}
        </Code>
        <Group justify="space-between">
          <CopyButton text={apiKey ?? ''} label="Copy the key" size="sm" data-autofocus />
          <Button onClick={onClose}>I have copied it</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
