/** The same account, connected more than once: says so, and makes one of them. */
import { Button, Stack, Text } from '@mantine/core';
import { ErrorNote } from '../../components/error-note.tsx';
import { WarningNote } from '../../components/warning-note.tsx';
import { countText } from '../../formats.ts';
import { tellDone } from '../../toasts.tsx';
import { useChange } from '../../use-api.ts';
import type { ConnectionAnswer } from './connection-state.tsx';

export function TwinsNote({ connection }: { readonly connection: ConnectionAnswer }) {
  const { id, account, platformName, twins, state } = connection;
  const join = useChange('POST /api/connections/:id/join', ({ movedEndpoints }) =>
    tellDone(
      `Joined. ${movedEndpoints === 0 ? 'No endpoint had to move.' : `${countText(movedEndpoints, 'endpoint uses', 'endpoints use')} this connection now.`}`,
    ),
  );
  if (twins === 0 || state !== 'working') return null;
  return (
    <WarningNote title={`${account ?? platformName} is connected ${countText(twins + 1, 'time', 'times')}`}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          Join them, and all endpoints use this connection; the others are disconnected and stay in the bin
          for seven days. Make sure that this one can read all the tables.
        </Text>
        {join.error && <ErrorNote error={join.error} title="They could not be joined" />}
        <Button
          size="xs"
          variant="default"
          loading={join.isPending}
          onClick={() => join.mutate({ params: { id } })}
        >
          Join on this connection
        </Button>
      </Stack>
    </WarningNote>
  );
}
