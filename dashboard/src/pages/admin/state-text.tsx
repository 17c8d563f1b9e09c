/** The state of an account, with a sign where its URLs are refused. */
import { Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';

export function StateText({ state }: { readonly state: string }) {
  const isServed = state === 'active' || state === 'free trial active';
  return (
    <Group gap={6} wrap="nowrap">
      {isServed ? (
        <IconCheck size={16} aria-hidden style={{ flex: 'none' }} />
      ) : (
        <IconAlertTriangle
          size={16}
          aria-hidden
          style={{ flex: 'none' }}
          color="var(--mantine-color-error)"
        />
      )}
      <Text
        size="sm"
        style={{ whiteSpace: 'nowrap' }}
        {...(!isServed && { c: 'var(--mantine-color-error)' })}
      >
        {state}
      </Text>
    </Group>
  );
}
