/** Shows the secret that signs what is posted to webhooks, and makes a new one; never kept in the browser. */
import { Alert, Button, Code, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { CopyButton } from '../../components/copy-button.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { useChange } from '../../use-api.ts';

export function WebhookSecret() {
  const [isOpen, dialog] = useDisclosure(false);
  const [isRenewing, setRenewing] = useState(false);
  const shown = useChange('POST /api/webhook-secret');
  const renewed = useChange('POST /api/webhook-secret/renew', () => setRenewing(false));
  const secret = renewed.data?.secret ?? shown.data?.secret;
  const error = renewed.error ?? shown.error;
  const close = (): void => {
    dialog.close();
    setRenewing(false);
    shown.reset();
    renewed.reset();
  };
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconKey size={16} />}
        onClick={() => {
          dialog.open();
          shown.mutate({});
        }}
      >
        Show the signing secret
      </Button>
      <Modal opened={isOpen} onClose={close} title="Signing secret" centered>
        <Stack>
          <Text size="sm">
            Every export to a webhook of your account carries a signature made with this secret. Your receiver
            checks it to know that the export is from here.
          </Text>
          {secret !== undefined && (
            <Group gap="xs" wrap="nowrap" align="flex-start">
              <Code style={{ overflowWrap: 'anywhere', flex: 1 }}>{secret}</Code>
              <CopyButton text={secret} what="Copy the secret" />
            </Group>
          )}
          {renewed.data && (
            <Text size="sm" role="status">
              This is the new secret. Give it to your receivers now.
            </Text>
          )}
          {error && <ErrorNote error={error} />}
          {isRenewing ? (
            <Alert color="red" variant="outline" title="Make a new secret?">
              <Stack gap="sm">
                <Text size="sm">
                  Receivers that check signatures refuse every export until they have the new one, and those
                  runs fail.
                </Text>
                <Group>
                  <Button variant="default" size="xs" onClick={() => setRenewing(false)}>
                    Keep the old one
                  </Button>
                  <Button
                    color="red.9"
                    size="xs"
                    loading={renewed.isPending}
                    onClick={() => renewed.mutate({})}
                  >
                    Make a new secret
                  </Button>
                </Group>
              </Stack>
            </Alert>
          ) : (
            <Group justify="space-between">
              <Button variant="default" onClick={() => setRenewing(true)} disabled={secret === undefined}>
                Renew
              </Button>
              <Button onClick={close}>Done</Button>
            </Group>
          )}
        </Stack>
      </Modal>
    </>
  );
}
