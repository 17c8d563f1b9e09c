/** The state of a connection in a word and a sign, so that colour is never alone. */
import { Group } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconPlugConnectedX } from '@tabler/icons-react';
import type { Answer } from '../../api-client.ts';

export type ConnectionAnswer = Answer<'GET /api/connections'>['connections'][number];

const states = {
  working: { word: 'Working', icon: IconCircleCheck, color: 'var(--mantine-color-green-8)' },
  stopped: { word: 'Stopped', icon: IconAlertTriangle, color: 'var(--mantine-color-error)' },
  disconnected: { word: 'Disconnected', icon: IconPlugConnectedX, color: 'var(--mantine-color-dimmed)' },
} as const;

export function ConnectionState({ state }: Pick<ConnectionAnswer, 'state'>) {
  const { word, icon: Icon, color } = states[state];
  return (
    <Group component="span" gap={6} wrap="nowrap">
      <Icon size={18} color={color} aria-hidden />
      {word}
    </Group>
  );
}
