/** Whether an endpoint answers now; if not, why, and where that is mended. */
import { Group } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { Answer } from '../../api-client.ts';
import { TextLink } from '../../components/links.tsx';

export type ListedEndpoint = Answer<'GET /api/endpoints'>['endpoints'][number];

const reasons = {
  'connection revoked': 'Connection stopped',
  'connection disconnected': 'Disconnected',
  'account blocked': 'Account blocked',
  'free trial expired': 'Free trial expired',
  'subscription expired': 'Subscription expired',
  'credit balance zero': 'No credits left',
} as const;

export function EndpointState({ state, connectionId }: Pick<ListedEndpoint, 'state' | 'connectionId'>) {
  if (state === 'working') return <span className="dimmed">Working</span>;
  return (
    <Group gap={4} wrap="nowrap" c="var(--mantine-color-error)">
      <IconAlertTriangle size={16} aria-hidden style={{ flexShrink: 0 }} />
      <Reason text={reasons[state]} state={state} connectionId={connectionId} />
    </Group>
  );
}

interface ReasonProps extends Pick<ListedEndpoint, 'state' | 'connectionId'> {
  readonly text: string;
}

function Reason({ text, state, connectionId }: ReasonProps) {
  if (state === 'account blocked') return <span>{text}</span>;
  const looks = { c: 'inherit', underline: 'always' } as const;
  return connectionId !== null && state.startsWith('connection') ? (
    <TextLink to="/connections/$id" params={{ id: connectionId }} {...looks}>
      {text}
    </TextLink>
  ) : (
    <TextLink to="/plans" {...looks}>
      {text}
    </TextLink>
  );
}
