/** The first step on a platform: which connection the table is read through, one that is there or a new one. */
import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Answer } from '../../api-client.ts';
import { Moment } from '../../components/moment.tsx';
import { Page } from '../../components/page.tsx';
import { Panel } from '../../components/panel.tsx';
import { ConnectPanel } from '../../features/connections/connect-panel.tsx';
import { type PlatformName, platformSource } from '../../sources.ts';
import { useApi } from '../../use-api.ts';
import { NotFoundPage } from '../not-found-page.tsx';
import { usePlatformDraft } from './platform-draft.ts';

const route = getRouteApi('/frame/new/$platform');

export function ConnectionStepPage() {
  const source = platformSource(route.useParams().platform);
  return source ? <ConnectionStep key={source.platform} {...source} /> : <NotFoundPage />;
}

function ConnectionStep({ platform, label }: { readonly platform: PlatformName; readonly label: string }) {
  const navigate = useNavigate();
  const [draft, setDraft] = usePlatformDraft(platform);
  const connections = useApi('GET /api/connections', { query: { platform } });
  const use = async ({ id }: { readonly id: string }): Promise<void> => {
    const isSame = draft.connection === id;
    setDraft(isSame ? draft : { ...draft, connection: id, choice: {}, names: {}, fields: null, name: '' });
    await navigate({ to: '/new/$platform/table', params: { platform } });
  };
  return (
    <Page title={`New endpoint from ${label}`}>
      <Stack maw={640}>
        <Text c="dimmed" size="sm">
          Step 1 of 3: the connection
        </Text>
        <Panel query={connections} failed="The connections could not be loaded">
          {({ connections: listed }) => (
            <Stack>
              {listed
                .filter(({ state }) => state !== 'disconnected')
                .map((connection) => (
                  <ConnectionCard key={connection.id} connection={connection} onUse={use} />
                ))}
              <NewConnection
                platform={platform}
                label={label}
                isFirst={listed.length === 0}
                onConnected={use}
              />
            </Stack>
          )}
        </Panel>
      </Stack>
    </Page>
  );
}

type Connection = Answer<'GET /api/connections'>['connections'][number];

interface ConnectionCardProps {
  readonly connection: Connection;
  readonly onUse: (connection: { readonly id: string }) => unknown;
}

function ConnectionCard({ connection, onUse }: ConnectionCardProps) {
  const { id, account, platform, platformName, state, reason, createdAt } = connection;
  const name = connection.name ?? account ?? platformName;
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Group justify="space-between">
          <div>
            <Text fw={600} size="sm" className="address">
              {name}
            </Text>
            <Text size="sm" c="dimmed">
              connected <Moment at={createdAt} />
            </Text>
          </div>
          {state === 'working' && (
            <Button variant="default" onClick={() => onUse({ id })} aria-label={`Use ${name}`}>
              Use it
            </Button>
          )}
        </Group>
        {state === 'stopped' && (
          <>
            <Text size="sm" c="var(--mantine-color-error)">
              It has stopped working{reason === null ? '.' : `: ${reason}`} Connect it again:
            </Text>
            <ConnectPanel platform={platform} connectionId={id} onConnected={onUse} />
          </>
        )}
      </Stack>
    </Paper>
  );
}

interface NewConnectionProps {
  readonly platform: PlatformName;
  readonly label: string;
  readonly isFirst: boolean;
  readonly onConnected: (connection: { readonly id: string }) => unknown;
}

function NewConnection({ platform, label, isFirst, onConnected }: NewConnectionProps) {
  const [isAsked, setIsAsked] = useState(false);
  if (!isFirst && !isAsked)
    return (
      <Group>
        <Button variant="default" onClick={() => setIsAsked(true)}>
          Connect another account
        </Button>
      </Group>
    );
  return (
    <Paper withBorder p="md">
      <Stack>
        <Title order={2} size="h5">
          Connect {label}
        </Title>
        <ConnectPanel platform={platform} onConnected={onConnected} />
      </Stack>
    </Paper>
  );
}
