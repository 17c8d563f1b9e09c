/** Why requests get an error now, since when, and the button that repairs it; nothing while the endpoint works. */
import { Alert, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconPlayerPause } from '@tabler/icons-react';
import type { Answer } from '../../api-client.ts';
import { Moment } from '../../components/moment.tsx';
import { Details } from '../../features/states/details.tsx';
import { RepairButton } from '../../features/states/repair-button.tsx';
import { momentText } from '../../formats.ts';
import { AcceptColumns } from './accept-columns.tsx';

export function StateBanner({ endpoint }: { readonly endpoint: Answer<'GET /api/endpoints/:id'> }) {
  const { id, name, state, problem, connectionId } = endpoint;
  if (problem === null) return null;
  const { title, reason, since, details, repair } = problem;
  // Its owner wanted it so.
  const looks =
    state === 'paused'
      ? ({
          color: 'orange',
          icon: <IconPlayerPause />,
          role: 'status',
          styles: { title: { color: 'var(--mantine-color-text)' } },
        } as const)
      : ({ color: 'red', icon: <IconAlertTriangle />, role: 'alert' } as const);
  return (
    <Alert variant="outline" title={title} className="breaking" {...looks}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{reason}</Text>
        {since !== null && (
          <Text size="xs" c="dimmed">
            Since {momentText(since)} (<Moment at={since} />)
          </Text>
        )}
        {repair !== null && (
          <Group gap="xs">
            <RepairButton repair={repair} endpointId={id} endpointName={name} />
            {state === 'source changed' && connectionId !== null && <AcceptColumns endpoint={endpoint} />}
          </Group>
        )}
        {details !== null && <Details text={details} />}
      </Stack>
    </Alert>
  );
}
