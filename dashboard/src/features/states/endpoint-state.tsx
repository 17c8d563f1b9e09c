/** What the requests of an endpoint get now, in a word or two, as the service says it; a problem leads to its repair. */
import { Group } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { Answer } from '../../api-client.ts';
import { RepairLink } from './repair-link.tsx';

export type ShownState = Pick<Answer<'GET /api/endpoints/:id'>, 'state' | 'problem'>;

interface EndpointStateProps {
  readonly endpointId: string;
  readonly problem: ShownState['problem'];
}

export function EndpointState({ endpointId, problem }: EndpointStateProps) {
  if (problem === null) return <span className="dimmed">Working</span>;
  const { label, title, repair } = problem;
  return (
    <Group gap={4} wrap="nowrap" c="var(--mantine-color-error)" title={title}>
      <IconAlertTriangle size={16} aria-hidden style={{ flexShrink: 0 }} />
      {repair === null ? (
        <span>{label}</span>
      ) : (
        <RepairLink repair={{ ...repair, label }} endpointId={endpointId} c="inherit" />
      )}
    </Group>
  );
}
