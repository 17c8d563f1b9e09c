/** Before a connection is ended: which addresses stop. */
import { Code, List, Stack, Text } from '@mantine/core';
import type { Answer } from '../../api-client.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { numberText } from '../../formats.ts';
import { tellDone } from '../../toasts.tsx';
import { useApi, useChange } from '../../use-api.ts';
import { useUndoDelete } from '../bin/use-undo-delete.ts';

interface DisconnectDialogProps {
  readonly connection: Answer<'GET /api/connections/:id'>;
  readonly isOpen: boolean;
  readonly onClose: () => unknown;
}

export function DisconnectDialog({ connection, isOpen, onClose }: DisconnectDialogProps) {
  const { id, platform, platformName, endpointCount } = connection;
  const undo = useUndoDelete();
  const disconnect = useChange('DELETE /api/connections/:id', () => {
    onClose();
    tellDone(`${platformName} is disconnected.`, undo(id));
  });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={`Disconnect ${platformName}?`}
      action={`Disconnect ${platformName}`}
      isBusy={disconnect.isPending}
      error={disconnect.error}
      onConfirm={() => disconnect.mutate({ params: { id } })}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text size="sm">
          You can undo this for seven days. Then Tablecast forgets its credentials; to forget them at once,
          delete it from the bin, too.
        </Text>
        {endpointCount > 0 && <StoppingAddresses id={id} count={endpointCount} />}
        {platform === 'google' && (
          <Text size="sm">
            Exports that are saved to Google Drive or to a spreadsheet by it are no longer saved.
          </Text>
        )}
      </Stack>
    </ConfirmDialog>
  );
}

/** The first page of them, whichever is looked at. */
function StoppingAddresses({ id, count }: { readonly id: string; readonly count: number }) {
  const first = useApi('GET /api/connections/:id', { params: { id }, query: { page: 1 } });
  const shown = first.data?.endpoints ?? [];
  return (
    <>
      <Text size="sm" fw={600}>
        {count === 1 ? 'This URL stops' : `These ${numberText(count)} URLs stop`}:
      </Text>
      <List size="sm" mah={220} style={{ overflowY: 'auto' }} tabIndex={0} aria-label="URLs that stop">
        {shown.map(({ id: endpoint, name, url }) => (
          <List.Item key={endpoint} className="breaking">
            {name}
            <br />
            <Code>{url}</Code>
          </List.Item>
        ))}
        {count > shown.length && <List.Item>and {numberText(count - shown.length)} more</List.Item>}
      </List>
    </>
  );
}
