/** Nothing is there yet, or nothing matches: what that means, and the way on. */
import { Center, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  readonly title: string;
  readonly text?: ReactNode;
  /** The way on: a button or a link. */
  readonly children?: ReactNode;
}

export function EmptyState({ title, text, children }: EmptyStateProps) {
  return (
    <Center py="xl">
      <Stack align="center" gap="sm" maw={480}>
        <Title order={2} size="h4" ta="center">
          {title}
        </Title>
        {text !== undefined && (
          <Text c="dimmed" ta="center">
            {text}
          </Text>
        )}
        {children}
      </Stack>
    </Center>
  );
}
