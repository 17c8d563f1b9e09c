/** What the requests of an endpoint get now, in a word or two, as the service says it; a problem leads to its repair. */
import { Group } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { Answer } from '../../api-client.ts';
import { PausedLabel } from './paused-label.tsx';
import { RepairLink } from './repair-link.tsx';
import { ResumeButton } from './resume-button.tsx';

export type ShownState = Pick<Answer<'GET /api/endpoints/:id'>, 'state' | 'problem'>;

interface EndpointStateProps {
  readonly endpointId: string;
  readonly endpointName: string;
  readonly problem: ShownState['problem'];
}

export function EndpointState({ endpointId, endpointName, problem }: EndpointStateProps) {
  if (problem === null) return <span className="dimmed">Working</span>;
  const { label, title, repair } = problem;
  if (repair?.place === 'resume')
    return (
      <Group gap="xs" wrap="nowrap" title={title}>
        <PausedLabel />
        <ResumeButton endpointId={endpointId} endpointName={endpointName} size="compact-sm" />
      </Group>
    );
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
