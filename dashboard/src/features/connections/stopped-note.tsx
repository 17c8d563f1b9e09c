/** A connection that the platform refuses: why, what that stops, and the way to mend it. */
import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { numberText } from '../../formats.ts';
import { ConnectDialog } from './connect-dialog.tsx';
import type { ConnectionAnswer } from './connection-state.tsx';

export function StoppedNote({ connection }: { readonly connection: ConnectionAnswer }) {
  const { id, platform, platformName, account, state, reason, endpointCount } = connection;
  const [isOpen, setIsOpen] = useState(false);
  const whose = account === null ? '' : ` of ${account}`;
  const title =
    state === 'stopped'
      ? `The connection to ${platformName}${whose} has stopped`
      : `${platformName} is disconnected`;
  return (
    <Alert color="red" variant="outline" icon={<IconAlertTriangle />} title={title} className="breaking">
      <Stack gap="xs" align="flex-start">
        {reason !== null && <Text size="sm">{reason}</Text>}
        <Text size="sm">
          {endpointCount === 0
            ? 'No endpoint uses it.'
            : `${numberText(endpointCount)} ${endpointCount === 1 ? 'endpoint answers' : 'endpoints answer'} with an error until it is connected again. The URLs stay the same.`}
        </Text>
        <Button size="xs" onClick={() => setIsOpen(true)} aria-label={`Reconnect ${platformName}${whose}`}>
          Reconnect
        </Button>
      </Stack>
      <ConnectDialog
        platform={platform}
        name={platformName}
        connectionId={id}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        onConnected={() => undefined}
      />
    </Alert>
  );
}
