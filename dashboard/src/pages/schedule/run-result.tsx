/** What came of a run: an icon and a word. */
import { Group, Loader, Text } from '@mantine/core';
import { IconCheck, IconClock, IconX } from '@tabler/icons-react';

export type RunState = 'waiting' | 'running' | 'succeeded' | 'failed';

const signs = {
  waiting: { word: 'Waiting', icon: <IconClock size={16} /> },
  running: { word: 'Running', icon: <Loader size={14} /> },
  succeeded: { word: 'Succeeded', icon: <IconCheck size={16} color="var(--mantine-color-green-8)" /> },
  failed: { word: 'Failed', icon: <IconX size={16} color="var(--mantine-color-error)" /> },
} as const;

export function RunResult({ state }: { readonly state: RunState }) {
  const { word, icon } = signs[state];
  return (
    <Group gap={4} wrap="nowrap">
      {icon}
      <Text span size="sm" {...(state === 'failed' && { c: 'var(--mantine-color-error)' })}>
        {word}
      </Text>
    </Group>
  );
}
