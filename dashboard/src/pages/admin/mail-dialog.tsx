/** One mail as text; that of a mail with a secret link is shown to nobody but its recipient. */
import { Modal, ScrollArea, Stack, Text } from '@mantine/core';
import { Panel } from '../../components/panel.tsx';
import { useApi } from '../../use-api.ts';

interface MailDialogProps {
  readonly id: string | undefined;
  readonly onClose: () => unknown;
}

export function MailDialog({ id, onClose }: MailDialogProps) {
  return (
    <Modal opened={id !== undefined} onClose={() => onClose()} title="Mail" size="lg">
      {id !== undefined && <MailText key={id} id={id} />}
    </Modal>
  );
}

function MailText({ id }: { readonly id: string }) {
  const mail = useApi('GET /api/administrator/mails/:id', { params: { id } });
  return (
    <Panel query={mail} failed="The mail could not be loaded">
      {({ recipient, subject, lastError, text }) => (
        <Stack gap="xs">
          <Text size="sm">
            To <b>{recipient}</b>
          </Text>
          <Text fw={600}>{subject}</Text>
          {lastError !== null && (
            <Text size="sm" c="var(--mantine-color-error)">
              {lastError}
            </Text>
          )}
          {text === null ? (
            <Text size="sm">
              The text is hidden: it holds a link that lets its recipient in, and nobody else should have it.
            </Text>
          ) : (
            <ScrollArea.Autosize mah="60vh" viewportProps={{ tabIndex: 0 }}>
              <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                {text}
              </Text>
            </ScrollArea.Autosize>
          )}
        </Stack>
      )}
    </Panel>
  );
}
