/** What is known of an endpoint, in two lines: its address to copy, and lock, format, source, last hit, hits. */
import { Group, Stack, Text } from '@mantine/core';
import { IconLock, IconLockOpen, IconWorld } from '@tabler/icons-react';
import type { Answer } from '../../api-client.ts';
import { Moment } from '../../components/moment.tsx';
import { EndpointState } from '../../features/states/endpoint-state.tsx';
import { PausedLabel } from '../../features/states/paused-label.tsx';
import { UrlActions } from '../../features/urls/url-actions.tsx';
import { formatLabel } from '../../format-choices.ts';
import { countText } from '../../formats.ts';

interface EndpointFactsProps {
  readonly endpoint: Answer<'GET /api/endpoints/:id'>;
  /** False where the page itself has them, for the URL that is built there. */
  readonly hasActions: boolean;
}

export function EndpointFacts({ endpoint, hasActions }: EndpointFactsProps) {
  const {
    id,
    name,
    url,
    type,
    state,
    problem,
    sourceLabel,
    isProtected,
    isPublic,
    lastHitAt,
    hitsThisCycle,
  } = endpoint;
  const Lock = isProtected ? IconLock : IconLockOpen;
  return (
    <Stack gap={6}>
      <Group gap="sm">
        <Text ff="monospace" size="sm" className="address">
          {url}
        </Text>
        {hasActions && (
          <UrlActions name={name} url={url} isProtected={isProtected} what={`Copy the URL of ${name}`} />
        )}
      </Group>
      <Group gap="4px 16px" c="dimmed" fz="sm">
        <Group gap={4}>
          <Lock size={16} aria-hidden />
          {isProtected ? 'Needs a token' : 'Anyone with the URL'}
        </Group>
        {isPublic && (
          <Group gap={4}>
            <IconWorld size={16} aria-hidden />
            Has a public page
          </Group>
        )}
        {state === 'paused' ? (
          <PausedLabel />
        ) : (
          <EndpointState endpointId={id} endpointName={name} problem={problem} />
        )}
        <span>{sourceLabel}</span>
        <span>{formatLabel(type)}</span>
        <span>
          Last request: <Moment at={lastHitAt} />
        </span>
        <span>{countText(hitsThisCycle, 'request', 'requests')} this cycle</span>
      </Group>
    </Stack>
  );
}
