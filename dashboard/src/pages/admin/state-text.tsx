/** The state of an account, with a sign where its URLs are refused. */
import { Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';

export function StateText({ state }: { readonly state: string }) {
  const isServed = state === 'active' || state === 'free trial active';
  return (
    <Group gap={6} wrap="nowrap">
      {isServed ? (
        <IconCheck size={16} aria-hidden />
      ) : (
        <IconAlertTriangle size={16} aria-hidden color="var(--mantine-color-error)" />
      )}
      <Text size="sm" {...(!isServed && { c: 'var(--mantine-color-error)' })}>
        {state}
      </Text>
    </Group>
  );
}
