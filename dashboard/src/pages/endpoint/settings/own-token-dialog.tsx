/** A token that the owner chooses: warned of when it can be guessed, never kept in the browser. */
import { Alert, Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { ErrorNote } from '../../../components/error-note.tsx';
import { tellDone } from '../../../toasts.tsx';
import { useChange } from '../../../use-api.ts';

interface OwnTokenDialogProps {
  readonly endpointId: string;
  readonly isOpen: boolean;
  readonly isReplacing: boolean;
  readonly onClose: () => unknown;
}

/** Below it, as on the command line, a token can be guessed. */
const strongLength = 16;

export function OwnTokenDialog({ endpointId, isOpen, isReplacing, onClose }: OwnTokenDialogProps) {
  const [token, setToken] = useState('');
  const close = (): void => {
    setToken('');
    save.reset();
    onClose();
  };
  const save = useChange('PATCH /api/endpoints/:id', () => {
    close();
    tellDone('The token is set.');
  });
  const isPossible = /^[\x21-\x7e]{1,500}$/.test(token);
  return (
    <Modal opened={isOpen} onClose={close} title="Use my own token" centered>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isPossible) save.mutate({ params: { id: endpointId }, body: { token } });
        }}
      >
        <Stack>
          {isReplacing && <Text size="sm">The old one stops working at once.</Text>}
          <PasswordInput
            label="Token"
            description="Letters, digits and signs without spaces."
            value={token}
            autoComplete="off"
            data-autofocus
            visibilityToggleButtonProps={{ 'aria-label': 'Show the token' }}
            error={token !== '' && !isPossible ? 'Use letters, digits and signs without spaces.' : undefined}
            onChange={({ currentTarget }) => setToken(currentTarget.value)}
          />
          {isPossible && token.length < strongLength && (
            <Alert variant="outline" color="yellow" icon={<IconAlertTriangle />} p="xs">
              A token of {token.length} characters can be guessed. Take {strongLength} or more, or let the
              service make one.
            </Alert>
          )}
          {save.isError && <ErrorNote error={save.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" disabled={!isPossible} loading={save.isPending}>
              Set the token
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
