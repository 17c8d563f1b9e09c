/** Why requests get an error now, since when, and the button that repairs it; nothing while the endpoint works. */
import { Alert, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { Answer } from '../../api-client.ts';
import { Moment } from '../../components/moment.tsx';
import { Details } from '../../features/states/details.tsx';
import { RepairButton } from '../../features/states/repair-button.tsx';
import { momentText } from '../../formats.ts';
import { AcceptColumns } from './accept-columns.tsx';

export function StateBanner({ endpoint }: { readonly endpoint: Answer<'GET /api/endpoints/:id'> }) {
  const { id, state, problem, connectionId } = endpoint;
  if (problem === null) return null;
  const { title, reason, since, details, repair } = problem;
  return (
    <Alert
      variant="outline"
      color="red"
      icon={<IconAlertTriangle />}
      title={title}
      role="alert"
      className="breaking"
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{reason}</Text>
        {since !== null && (
          <Text size="xs" c="dimmed">
            Since {momentText(since)} (<Moment at={since} />)
          </Text>
        )}
        {repair !== null && (
          <Group gap="xs">
            <RepairButton repair={repair} endpointId={id} />
            {state === 'source changed' && connectionId !== null && <AcceptColumns endpoint={endpoint} />}
          </Group>
        )}
        {details !== null && <Details text={details} />}
      </Stack>
    </Alert>
  );
}
