/** One connection: its state, the endpoints that use it, reconnecting in place, disconnecting. */
import { Button, Group, Title } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { Page } from '../components/page.tsx';
import { Panel } from '../components/panel.tsx';
import { ConnectDialog } from '../features/connections/connect-dialog.tsx';
import { ConnectionFacts } from '../features/connections/connection-facts.tsx';
import { ConnectionName } from '../features/connections/connection-name.tsx';
import { DisconnectDialog } from '../features/connections/disconnect-dialog.tsx';
import { StoppedNote } from '../features/connections/stopped-note.tsx';
import { TwinsNote } from '../features/connections/twins-note.tsx';
import { UsingEndpoints } from '../features/connections/using-endpoints.tsx';
import { useApi } from '../use-api.ts';

const route = getRouteApi('/frame/connections/$id');

export function ConnectionPage() {
  const { id } = route.useParams();
  const { page = 1 } = route.useSearch();
  const connection = useApi('GET /api/connections/:id', { params: { id }, query: { page } });
  const [dialog, setDialog] = useState<'reconnect' | 'disconnect'>();
  const close = () => setDialog(undefined);
  return (
    <Panel query={connection} failed="The connection could not be loaded" height={300}>
      {(data) => (
        <Page
          title={
            data.name ?? (data.account === null ? data.platformName : `${data.platformName}: ${data.account}`)
          }
          actions={
            data.state !== 'disconnected' && (
              <Group gap="xs">
                {data.state === 'working' && (
                  <Button variant="default" onClick={() => setDialog('reconnect')}>
                    Reconnect
                  </Button>
                )}
                <Button variant="default" onClick={() => setDialog('disconnect')}>
                  Disconnect
                </Button>
              </Group>
            )
          }
        >
          {data.state !== 'working' && <StoppedNote connection={data} />}
          <TwinsNote connection={data} />
          <ConnectionFacts connection={data} />
          <ConnectionName key={data.id} connection={data} />
          <Title order={2} size="h4">
            Endpoints that use it
          </Title>
          <UsingEndpoints connection={data} page={page} />
          <ConnectDialog
            platform={data.platform}
            name={data.platformName}
            connectionId={id}
            isOpen={dialog === 'reconnect'}
            onClose={close}
            onConnected={() => undefined}
          />
          <DisconnectDialog connection={data} isOpen={dialog === 'disconnect'} onClose={close} />
        </Page>
      )}
    </Panel>
  );
}
