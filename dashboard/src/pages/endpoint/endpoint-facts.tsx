/** What is known of an endpoint, in two lines: its address to copy, and lock, format, source, last hit, hits. */
import { Group, Stack, Text } from '@mantine/core';
import { IconLock, IconLockOpen, IconWorld } from '@tabler/icons-react';
import type { Answer } from '../../api-client.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { Moment } from '../../components/moment.tsx';
import { EndpointState } from '../../features/states/endpoint-state.tsx';
import { formatLabel } from '../../format-choices.ts';
import { countText } from '../../formats.ts';

type EndpointFactsProps = Answer<'GET /api/endpoints/:id'>;

export function EndpointFacts(endpoint: EndpointFactsProps) {
  const { id, name, url, type, problem, sourceLabel, isProtected, isPublic, lastHitAt, hitsThisCycle } =
    endpoint;
  const Lock = isProtected ? IconLock : IconLockOpen;
  return (
    <Stack gap={6}>
      <Group gap="sm">
        <Text ff="monospace" size="sm" className="address">
          {url}
        </Text>
        <CopyButton text={url} label="Copy URL" what={`Copy the URL of ${name}`} />
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
        <EndpointState endpointId={id} problem={problem} />
        <span>{sourceLabel}</span>
        <span>{formatLabel(type)}</span>
        <span>
          Last hit: <Moment at={lastHitAt} />
        </span>
        <span>{countText(hitsThisCycle, 'hit', 'hits')} this cycle</span>
      </Group>
    </Stack>
  );
}
