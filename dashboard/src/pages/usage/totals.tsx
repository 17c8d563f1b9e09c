/** A few numbers beside each other, each with what it is. */
import { Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

export function Totals({ children }: { readonly children: ReactNode }) {
  return (
    <Group gap="xl" align="flex-start" component="dl" m={0}>
      {children}
    </Group>
  );
}

interface TotalProps {
  readonly label: string;
  readonly value: ReactNode;
  readonly note?: ReactNode;
}

export function Total({ label, value, note }: TotalProps) {
  return (
    <Stack gap={0}>
      <Text component="dt" size="sm" c="dimmed">
        {label}
      </Text>
      <Text component="dd" m={0} size="lg" fw={600}>
        {value}
      </Text>
      {note !== undefined && (
        <Text component="dd" m={0} size="xs" c="dimmed">
          {note}
        </Text>
      )}
    </Stack>
  );
}
